/**
 * Where in its interval something is polled, in [0, 1): a hash of its name, so that many polls of
 * one interval spread over it, and the same in every run.
 */
export declare const phaseOf: (name: string) => number;
