import type { Clock } from '../../time/clock.js';
import type { WaitingRoom } from './waiting-room.js';
/** What one look at the clusters came to: an end, or a reason to sleep. */
export type Look<A> = Readonly<{
    kind: 'settled';
    value: A;
}> | Readonly<{
    kind: 'asleep';
    /** Clock time at which to look again, whatever happens. */
    dueMs: number;
    /** Whether a change of the target can matter. */
    isConcerned: () => boolean;
}>;
/**
 * Looks until it settles: now, when `dueMs` comes, and early when the room says so.
 *
 * When `signal` aborts, the wait ends at once with `onAbort()`. Leaves no timer, no listener and
 * no place in the room.
 */
export declare const lookUntilSettled: <A>(ports: Readonly<{
    room: WaitingRoom;
    clock: Clock;
    signal: AbortSignal | undefined;
}>, look: () => Look<A>, onAbort: () => A) => Promise<A>;
