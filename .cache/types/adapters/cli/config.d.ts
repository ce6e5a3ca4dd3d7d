import type { Command } from 'commander';
/** Adds `homeward config check` and `homeward config fields`. */
export declare const addConfigCommand: (program: Command) => void;
