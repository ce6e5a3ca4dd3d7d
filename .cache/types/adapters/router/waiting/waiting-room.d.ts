/**
 * The requests of one target that wait for a cluster.
 *
 * They wait in order of arrival. When something changes for the target (a new view, a reservation
 * that ended) one pass goes through them, soon after, however much changed until then. Each that
 * the change can concern decides anew and, when a cluster is chosen, reserves it before the next
 * one decides: a slot that came free is gone when the first has taken it, and those behind are
 * passed over without deciding (see `wake-rule.ts`).
 *
 * A pass over very many requests pauses every few milliseconds, so that traffic goes on, and the
 * next pass comes no sooner than after a rest as long as the pass has worked: waiting requests
 * take at most half of the process.
 */
import type { Clock } from '../../time/clock.js';
/** A request that waits. */
export type Waiter = {
    /** The last change it has taken into account. */
    seenChange: number;
    /** Whether what has changed can matter to it. */
    readonly isConcerned: () => boolean;
    /** Decides anew; leaves the room when that settles it. */
    readonly retry: () => void;
};
export declare class WaitingRoom {
    #private;
    readonly clock: Clock;
    constructor(clock: Clock);
    /** Requests that wait. */
    get size(): number;
    /** Number of the latest change. */
    get change(): number;
    enter(waiter: Waiter): void;
    leave(waiter: Waiter): void;
    /** Something changed that may let a request go. */
    changed(): void;
}
