import { type Command } from 'commander';
/** Adds `homeward replay`: decides recorded decisions again and compares. */
export declare const addReplayCommand: (program: Command) => void;
