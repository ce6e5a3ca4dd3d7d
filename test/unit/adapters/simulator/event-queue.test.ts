import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EVENT_KINDS, RANK } from '../../../../src/adapters/simulator/run/event-kind.js';
import { EventQueue } from '../../../../src/adapters/simulator/run/event-queue.js';

type Entry = Readonly<{ atMs: number; rank: number; number: number }>;

const drain = (queue: EventQueue<Entry>): Entry[] => {
  const drained: Entry[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) drained.push(next);
  return drained;
};

describe('the calendar of a simulation', () => {
  test('gives events by time, then by rank, then in the order they were added', () => {
    const entry = fc.record({ atMs: fc.integer({ min: 0, max: 5 }), rank: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 3000 }), (drawn) => {
        const entries = drawn.map((one, number) => ({ ...one, number }));
        const queue = new EventQueue<Entry>();
        for (const one of entries) queue.add(one.atMs, one.rank, one);
        const sorted = [...entries].sort(
          (a, b) => a.atMs - b.atMs || a.rank - b.rank || a.number - b.number,
        );
        expect(drain(queue)).toEqual(sorted);
      }),
    );
  });

  test('takes events while others are taken out', () => {
    const queue = new EventQueue<string>();
    queue.add(2, 0, 'later');
    queue.add(1, 0, 'sooner');
    expect(queue.next()).toBe('sooner');
    expect([queue.atMs, queue.rank, queue.size]).toEqual([1, 0, 1]);
    queue.add(1, 5, 'between');
    expect([queue.next(), queue.next(), queue.next()]).toEqual(['between', 'later', undefined]);
  });

  test('has a rank of its own for every kind of event', () => {
    expect(EVENT_KINDS.map((kind) => RANK[kind])).toEqual(EVENT_KINDS.map((_, at) => at));
  });
});
