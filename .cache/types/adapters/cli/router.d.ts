import type { Command } from 'commander';
/**
 * Adds `homeward router`, which routes requests to engines until SIGTERM or SIGINT.
 *
 * Every setting is a flag and an environment variable. Exit status 2 with every fault listed if
 * the configuration is bad, 1 if an address is taken.
 */
export declare const addRouterCommand: (program: Command) => void;
