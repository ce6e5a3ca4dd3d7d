/** Says whether a line may be logged: the number of lines left out before it, or undefined. */
export type LogSampler = (nowMs: number) => number | undefined;
/** Lets the first `maxLines` of every `windowMs` through and counts the rest. */
export declare const createLogSampler: (maxLines: number, windowMs: number) => LogSampler;
