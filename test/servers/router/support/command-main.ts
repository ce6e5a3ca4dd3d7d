import { Command } from 'commander';
import { addRouterCommand } from '../../../../src/adapters/cli/router.js';

const program = new Command('homeward');
addRouterCommand(program);
await program.parseAsync();
