import { Command } from 'commander';
import { version } from '../../../package.json';
import { addCheckCommand } from './check/command.js';
import { addConfigCommand } from './config/command.js';
import { addDecideCommand } from './decide/command.js';
import { addDemoCommand } from './demo/command.js';
import { addExplainCommand } from './explain/command.js';
import { addExpressionCommand } from './expression/command.js';
import { addGatewayCommand } from './gateway/command.js';
import { addMockEngineCommand } from './mock-engine/command.js';
import { addModelCommand } from './model/command.js';
import { addPickerCommand } from './picker/command.js';
import { addReplayCommand } from './replay/command.js';
import { addRouterCommand } from './router/command.js';
import { addSchemaCommand } from './schema/command.js';
import { addSimulateCommand } from './simulate/command.js';
import { addTimelineCommand } from './timeline/command.js';
import { addTuneCommand } from './tune/command.js';
import { addUpCommand } from './up/command.js';

/** The `homeward` command with all its subcommands, ready to parse. Throws instead of exiting. */
export const createProgram = (): Command => {
  const program = new Command('homeward')
    .description('deterministic routing for LLM inference clusters')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for usage and an example)')
    .addHelpText('after', EXAMPLE);
  // Subcommands take over the settings above when they are made.
  addDecideCommand(program);
  addExplainCommand(program);
  addTimelineCommand(program);
  addReplayCommand(program);
  addCheckCommand(program);
  addSchemaCommand(program);
  addConfigCommand(program);
  addExpressionCommand(program);
  addModelCommand(program);
  addSimulateCommand(program);
  addTuneCommand(program);
  addDemoCommand(program);
  addUpCommand(program);
  addRouterCommand(program);
  addGatewayCommand(program);
  addPickerCommand(program);
  addMockEngineCommand(program);
  return program;
};

const EXAMPLE = `
Example:
  homeward demo
  homeward up --engine http://10.0.0.1:8000
  homeward decide cases.jsonl

Exit status: 0 all well, 1 the input is wrong, 2 misuse.
`;
