/** Time, for everything that measures it or waits; tests hand in a clock they move themselves. */
export type Clock = Readonly<{
    /** Milliseconds that never go back. */
    nowMs: () => number;
    /** Calls `run` once, `delayMs` from now; may ring a fraction of a millisecond early. */
    after: (delayMs: number, run: () => void) => () => void;
    /** Calls `run` once `nowMs()` has reached `dueMs`, never before; the result cancels that. */
    at: (dueMs: number, run: () => void) => () => void;
    /** Calls `run` once, after the present turn of the event loop; the result cancels that. */
    soon: (run: () => void) => () => void;
}>;
/** Milliseconds since the Unix epoch by this clock; like it, they never go back. */
export declare const epochMs: (clock: Pick<Clock, "nowMs">) => number;
/** The clock and the timers of the process. */
export declare const systemClock: Clock;
