/**
 * Runs one command line.
 *
 * Exit status: 0 all well; 1 what was given is wrong (a bad line, an invalid configuration, a
 * refused expression); 2 misuse, such as an unknown flag or a file that cannot be read.
 */
export declare const runCli: (argv: readonly string[]) => Promise<void>;
