import type { Command } from 'commander';
/** Adds `homeward demo`. */
export declare const addDemoCommand: (program: Command) => void;
