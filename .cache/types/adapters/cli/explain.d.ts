import type { Command } from 'commander';
/** Adds `homeward explain`: why one case is decided as it is. */
export declare const addExplainCommand: (program: Command) => void;
