import type { Command } from 'commander';
/** Adds `homeward timeline`: what a request would see while it waits. */
export declare const addTimelineCommand: (program: Command) => void;
