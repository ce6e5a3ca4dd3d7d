import { Command } from 'commander';
/** The `homeward` command with all its subcommands, ready to parse. Throws instead of exiting. */
export declare const createProgram: () => Command;
