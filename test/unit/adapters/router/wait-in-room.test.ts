import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  pollUntilSettled,
  type PollResult,
} from '../../../../src/adapters/router/waiting/wait-in-room.js';
import { WaitingRoom } from '../../../../src/adapters/router/waiting/waiting-room.js';
import { createManualClock } from '../../../support/manual-clock.js';

/** A target with slots, and requests that each take one as soon as they may. */
const setUp = () => {
  const clock = createManualClock();
  const room = new WaitingRoom(clock);
  const served: string[] = [];
  let freeSlots = 0;
  const arrive = (name: string, priority: number, pollMs: number): void => {
    const look = (): PollResult<void> => {
      if (freeSlots === 0) {
        return { kind: 'asleep', dueMs: clock.nowMs() + pollMs, canChange: () => freeSlots > 0 };
      }
      freeSlots -= 1;
      served.push(name);
      return { kind: 'settled', value: undefined };
    };
    void pollUntilSettled({ room, clock, signal: undefined, priority }, look, () => undefined);
  };
  const free = (count: number): void => {
    freeSlots += count;
    room.changed();
  };
  return { clock, room, served, arrive, free };
};

describe('requests that wait', () => {
  test('are served before one that comes when a slot is free but not offered yet', async () => {
    const { clock, served, arrive, free } = setUp();
    arrive('first', 0, 1e6);
    free(1);
    arrive('late', 0, 1e6);
    arrive('less urgent', 1, 1e6);
    expect(served).toEqual([]);
    await clock.settle();
    expect(served).toEqual(['first']);
    free(2);
    await clock.settle();
    expect(served).toEqual(['first', 'late', 'less urgent']);
  });

  test('do not hold up a more urgent one, nor one that comes when nothing is to be offered', async () => {
    const { clock, served, arrive, free } = setUp();
    arrive('waits', 5, 1e6);
    free(1);
    arrive('urgent', 4, 1e6);
    expect(served).toEqual(['urgent']);
    await clock.settle();
    expect(served).toEqual(['urgent']);
  });

  test('look by themselves when their time comes, in turn with a change', async () => {
    const { clock, room, served, arrive, free } = setUp();
    arrive('first', 0, 1e6);
    arrive('second', 0, 10);
    await clock.advance(9);
    clock.spend(1);
    free(1);
    await clock.advance(0);
    expect(served).toEqual(['first']);
    free(1);
    await clock.settle();
    expect(served).toEqual(['first', 'second']);
    expect([room.size, clock.pendingCount()]).toEqual([0, 0]);
  });

  test('first come, first served within a priority, whatever happens between', async () => {
    const step = fc.oneof(
      fc.record({ arrives: fc.nat(2), pollMs: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ frees: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ passesMs: fc.nat(40) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { clock, served, arrive, free } = setUp();
        let count = 0;
        for (const one of steps) {
          if ('arrives' in one)
            arrive(`${String(one.arrives)}:${String(count++)}`, one.arrives, one.pollMs);
          else if ('frees' in one) free(one.frees);
          else await clock.advance(one.passesMs);
        }
        free(count);
        await clock.settle();
        expect(served).toHaveLength(count);
        for (const priority of ['0', '1', '2']) {
          const numbers = served
            .filter((name) => name.startsWith(`${priority}:`))
            .map((name) => Number(name.slice(2)));
          expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        }
      }),
    );
  });
});
