import type { Command } from 'commander';
/**
 * Adds `homeward mock-engine`, which runs one mock engine until SIGTERM or SIGINT.
 *
 * Every setting of the engine is a flag. Exit status 2 with all faults listed if one is invalid,
 * 1 if the port is taken.
 */
export declare const addMockEngineCommand: (program: Command) => void;
