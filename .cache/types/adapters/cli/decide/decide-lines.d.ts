/**
 * Decides the cases of an input, one JSON line out per line in, in the same order.
 *
 * Memory stays bounded: as much is read as standard output takes away, and few of the snapshots
 * that later lines may refer to are kept. Blank lines are skipped.
 * Exit status 1 if any line was bad, 2 if the input cannot be read.
 */
export declare const decideLines: (file: string) => Promise<void>;
