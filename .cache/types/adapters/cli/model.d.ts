import type { Command } from 'commander';
/** Adds `homeward model parse`, `create` and `update`: how owners write models down. */
export declare const addModelCommand: (program: Command) => void;
