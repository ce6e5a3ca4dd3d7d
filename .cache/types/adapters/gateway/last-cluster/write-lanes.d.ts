/**
 * Keeps the writes of one session in order: the last one asked for is the one that stays.
 *
 * Writes of one key wait for each other, each for at most its deadline. A store may still carry
 * out a write long after that, over a newer one; then the newest value is written once more.
 */
import * as E from 'fp-ts/lib/Either.js';
import { type LastClusterStore, type StoreError } from '../../stores/port.js';
import type { Clock } from '../../time/clock.js';
import { type Outcome } from '../../time/deadline.js';
/** The outcome of a write, at its deadline at the latest. */
export type WriteOutcome = Outcome<E.Either<StoreError, void>>;
export type WriteLanes = Readonly<{
    write: (key: string, value: string) => Promise<WriteOutcome>;
}>;
/** What the lanes need. */
export type WriteLanesOptions = Readonly<{
    store: LastClusterStore;
    clock: Clock;
    ttlMs: number;
    /** Longest a write may take, waiting for others included. */
    deadlineMs: number;
    /** Most keys whose order is kept at a time; beyond it the longest unused is forgotten. */
    maxLanes: number;
}>;
export declare const createWriteLanes: (options: WriteLanesOptions) => WriteLanes;
