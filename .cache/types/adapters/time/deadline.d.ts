import type { Clock } from './clock.js';
/** How work with a deadline came out. */
export type Outcome<A> = Readonly<{
    kind: 'done';
    value: A;
}> | Readonly<{
    kind: 'failed';
    error: unknown;
}> | Readonly<{
    kind: 'timeout';
}>;
/**
 * Runs work for at most `deadlineMs`, counted from this call on; never rejects.
 *
 * At the deadline the signal aborts and the outcome is `timeout` at once, whether the work heeds
 * the signal or not; what it comes to later is dropped.
 */
export declare const withDeadline: <A>(clock: Clock, deadlineMs: number, work: (signal: AbortSignal) => Promise<A>) => Promise<Outcome<A>>;
