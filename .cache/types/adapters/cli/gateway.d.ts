import type { Command } from 'commander';
/**
 * Adds `homeward gateway`, which serves clients until SIGTERM or SIGINT.
 *
 * Every setting is a flag and an environment variable; the last-cluster memory has variables only.
 * Exit status 2 with every fault listed if the configuration is bad, 1 if an address is taken.
 */
export declare const addGatewayCommand: (program: Command) => void;
