import type { Clock } from './clock.js';
/** How often something is asked. */
export type PollLoopOptions = Readonly<{
    clock: Clock;
    intervalMs: number;
    /** When the first poll is due. Default at once. */
    firstAfterMs?: number;
    /** Must not reject; the signal aborts when the loop is closed. */
    poll: (signal: AbortSignal) => Promise<void>;
}>;
/** A poll that is repeated until it is closed. */
export type PollLoop = Readonly<{
    /** Resolves after the first poll, or when the loop is closed. */
    start: () => Promise<void>;
    /** Polls as soon as possible: after the poll under way, if there is one. */
    poke: () => void;
    close: () => void;
}>;
/**
 * Polls at multiples of the interval, counted from the first poll. Polls never overlap: while one
 * takes longer than the interval, those that would have been due are left out.
 */
export declare const createPollLoop: (options: PollLoopOptions) => PollLoop;
