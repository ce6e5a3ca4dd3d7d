import type { Command } from 'commander';
/** Adds `homeward expression check`. */
export declare const addExpressionCommand: (program: Command) => void;
