import type { CancelSignal } from '../../time/cancel-signal.js';
import type { Clock } from '../../time/clock.js';
import type { Waiter, WaitingRoom } from './waiting-room.js';

/** What one look at the clusters came to: an end, or a reason to sleep. */
export type PollResult<A> =
  | Readonly<{ kind: 'settled'; value: A }>
  | Readonly<{
      kind: 'asleep';
      /** Clock time at which to look again, whatever happens. */
      dueMs: number;
      /** Whether a change of the target can matter. */
      canChange: () => boolean;
    }>;

/**
 * Looks until it settles: now, when `dueMs` comes, and early when the room says so.
 *
 * When `signal` aborts, the wait ends at once with `onAbort()`. Leaves no timer, no listener and
 * no place in the room.
 */
export const pollUntilSettled = <A>(
  ports: Readonly<{ room: WaitingRoom; clock: Clock; signal: CancelSignal | undefined }>,
  poll: () => PollResult<A>,
  onAbort: () => A,
): Promise<A> => {
  const { room, clock, signal } = ports;
  return new Promise((resolve) => {
    let asleep: Extract<PollResult<A>, { kind: 'asleep' }> | undefined;
    let cancelTimer: (() => void) | undefined;
    const waiter: Waiter = {
      seenChange: -1,
      canChange: () => asleep?.canChange() ?? false,
      retry: () => {
        step();
      },
    };
    const settle = (value: A): void => {
      cancelTimer?.();
      signal?.removeEventListener('abort', abort);
      if (asleep !== undefined) room.leave(waiter);
      resolve(value);
    };
    const abort = (): void => {
      settle(onAbort());
    };
    const step = (): void => {
      cancelTimer?.();
      cancelTimer = undefined;
      waiter.seenChange = room.change;
      const found = poll();
      if (found.kind === 'settled') {
        settle(found.value);
        return;
      }
      if (asleep === undefined) {
        room.enter(waiter);
        signal?.addEventListener('abort', abort, { once: true });
      }
      asleep = found;
      cancelTimer = clock.at(found.dueMs, step);
    };
    if (signal?.aborted) abort();
    else step();
  });
};
