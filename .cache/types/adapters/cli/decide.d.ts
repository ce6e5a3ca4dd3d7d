import type { Command } from 'commander';
/** Adds `homeward decide`: cases in, decisions out, line by line. */
export declare const addDecideCommand: (program: Command) => void;
