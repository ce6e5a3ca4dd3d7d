/**
 * Keeps the writes of one session in order: the last one asked for is the one that stays.
 *
 * Writes of one key wait for each other, each for at most its deadline. A store may still carry
 * out a write long after that, over a newer one; then the newest value is written once more.
 */
import * as E from 'fp-ts/lib/Either.js';
import { LRUCache } from 'lru-cache';
import { storeError, type LastClusterStore, type StoreError } from '../../stores/port.js';
import type { Clock } from '../../time/clock.js';
import { withDeadline, type Outcome } from '../../time/deadline.js';

/** The outcome of a write, at its deadline at the latest. */
export type WriteOutcome = Outcome<E.Either<StoreError, void>>;

export type WriteLanes = Readonly<{ write: (key: string, value: string) => Promise<WriteOutcome> }>;

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

/** The writes of one key that the store has in hand, or will have. */
type Lane = {
  newestValue: string;
  newestNumber: number;
  /** Resolves when the newest write has its outcome. */
  tail: Promise<unknown>;
  openCount: number;
};

export const createWriteLanes = (options: WriteLanesOptions): WriteLanes => {
  const { store, clock, ttlMs, deadlineMs } = options;
  const lanes = new LRUCache<string, Lane>({ max: options.maxLanes });
  const enter = (key: string, value: string): Lane => {
    const lane = lanes.get(key) ?? emptyLane();
    lanes.set(key, lane);
    lane.newestValue = value;
    lane.newestNumber += 1;
    lane.openCount += 1;
    return lane;
  };
  const leave = (key: string, lane: Lane): void => {
    lane.openCount -= 1;
    if (lane.openCount === 0 && lanes.peek(key) === lane) lanes.delete(key);
  };
  const write = (key: string, value: string): Promise<WriteOutcome> => {
    const lane = enter(key, value);
    const number = lane.newestNumber;
    const turn = lane.tail;
    const outcome = withDeadline(clock, deadlineMs, async (signal) => {
      try {
        await turn;
        if (signal.aborted) return TOO_LATE;
        const answer = await store.set(key, value, ttlMs, signal)();
        const isLate = signal.aborted && E.isRight(answer);
        if (isLate && lane.newestNumber !== number) void write(key, lane.newestValue);
        return answer;
      } finally {
        leave(key, lane);
      }
    });
    lane.tail = outcome;
    return outcome;
  };
  return { write };
};

const TOO_LATE = E.left(storeError('cancelled', 'its turn never came'));

const emptyLane = (): Lane => ({
  newestValue: '',
  newestNumber: 0,
  tail: Promise.resolve(),
  openCount: 0,
});
