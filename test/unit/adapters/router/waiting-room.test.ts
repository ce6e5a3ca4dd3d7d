import { describe, expect, test } from 'vitest';
import { WaitingRoom, type Waiter } from '../../../../src/adapters/router/waiting/waiting-room.js';
import { createManualClock } from '../../../support/manual-clock.js';

const setUp = () => {
  const clock = createManualClock();
  const room = new WaitingRoom(clock);
  const retried: string[] = [];
  const enter = (name: string, about: Partial<Waiter> = {}): Waiter => {
    const waiter: Waiter = {
      seenChange: room.change,
      canChange: () => true,
      retry: () => void retried.push(name),
      ...about,
    };
    room.enter(waiter);
    return waiter;
  };
  return { clock, room, retried, enter };
};

describe('a waiting room', () => {
  test('retries in order of arrival, later and not at once', async () => {
    const { clock, room, retried, enter } = setUp();
    for (const name of ['first', 'second', 'third']) enter(name);
    room.changed();
    expect(retried).toEqual([]);
    await clock.settle();
    expect(retried).toEqual(['first', 'second', 'third']);
  });

  test('retries the more urgent first, and within a priority in order of arrival', async () => {
    const { clock, room, retried, enter } = setUp();
    const orders = [5, 0, 5, 2, 0, 9, 2];
    orders.forEach((priority, i) => enter(`${String(priority)}:${String(i)}`, { priority }));
    expect(room.size).toBe(orders.length);
    room.changed();
    await clock.settle();
    expect(retried).toEqual(['0:1', '0:4', '2:3', '2:6', '5:0', '5:2', '9:5']);
  });

  test('says who comes after others while a change waits to be offered', async () => {
    const { clock, room, enter } = setUp();
    const waiter = enter('first', { priority: 3 });
    expect(room.comesAfterOthers(3)).toBe(false);
    room.changed();
    expect([2, 3, 4].map((priority) => room.comesAfterOthers(priority))).toEqual([
      false,
      true,
      true,
    ]);
    await clock.settle();
    expect(room.comesAfterOthers(3)).toBe(false);
    room.changed();
    room.leave(waiter);
    expect(room.comesAfterOthers(3)).toBe(false);
    expect(clock.pendingCount()).toBe(0);
  });

  test('makes one pass for all changes of one turn', async () => {
    const { clock, room, retried, enter } = setUp();
    enter('only');
    for (let i = 0; i < 10; i++) room.changed();
    expect(clock.pendingCount()).toBe(1);
    await clock.settle();
    expect(retried).toEqual(['only']);
  });

  test('passes over whom the change does not concern, and whoever has seen it', async () => {
    const { clock, room, retried, enter } = setUp();
    enter('unconcerned', { canChange: () => false });
    const informed = enter('informed');
    enter('concerned');
    room.changed();
    informed.seenChange = room.change;
    await clock.settle();
    expect(retried).toEqual(['concerned']);
  });

  test('makes another pass for whoever has not seen a change that came during one', async () => {
    const { clock, room, retried, enter } = setUp();
    enter('first', {
      retry: () => {
        retried.push('first');
        if (retried.length === 1) room.changed();
      },
    });
    enter('second');
    room.changed();
    await clock.settle();
    expect(retried).toEqual(['first', 'second', 'first']);
  });

  test('sets no timer while nobody waits, and keeps none when the last leaves', async () => {
    const { clock, room, enter } = setUp();
    room.changed();
    expect(clock.pendingCount()).toBe(0);
    const waiter = enter('only');
    room.changed();
    expect(clock.pendingCount()).toBe(1);
    room.leave(waiter);
    expect(clock.pendingCount()).toBe(0);
  });

  test('lets traffic go on every few milliseconds, then goes on where it was', async () => {
    const clock = createManualClock();
    const turns: number[] = [];
    const retried: number[] = [];
    const soon = (run: () => void) =>
      clock.soon(() => {
        const before = retried.length;
        run();
        turns.push(retried.length - before);
      });
    const room = new WaitingRoom({ ...clock, soon });
    for (let i = 0; i < 100; i++) {
      const retry = () => {
        retried.push(i);
        clock.spend(0.1);
      };
      room.enter({ seenChange: -1, canChange: () => true, retry });
    }
    room.changed();
    await clock.settle();
    expect(turns).toEqual([32, 32, 32, 4]);
    expect(retried).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  test('rests after a long pass as long as the pass has worked', async () => {
    const { clock, room, retried, enter } = setUp();
    enter('slow', {
      retry: () => {
        retried.push('slow');
        clock.spend(40);
      },
    });
    room.changed();
    await clock.settle();
    room.changed();
    await clock.advance(39);
    expect(retried).toHaveLength(1);
    await clock.advance(1);
    expect(retried).toHaveLength(2);
  });
});
