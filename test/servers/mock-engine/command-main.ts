import { Command } from 'commander';
import { addMockEngineCommand } from '../../../src/adapters/cli/mock-engine.js';

const program = new Command('homeward');
addMockEngineCommand(program);
await program.parseAsync();
