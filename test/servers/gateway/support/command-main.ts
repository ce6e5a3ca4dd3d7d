import { Command } from 'commander';
import { addGatewayCommand } from '../../../../src/adapters/cli/gateway.js';

const program = new Command();
addGatewayCommand(program);
await program.parseAsync();
