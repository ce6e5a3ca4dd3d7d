import { expect, test } from 'vitest';
import { createPollLoop } from '../../../../src/adapters/time/poll-loop.js';
import { phaseOf } from '../../../../src/adapters/time/poll-loop.js';
import { createManualClock } from '../../../support/manual-clock.js';

/** A loop of 100 ms whose polls take as long as `durationMs` says. */
const start = (durationMs: () => number, firstAfterMs = 0) => {
  const clock = createManualClock(0);
  const startedMs: number[] = [];
  const loop = createPollLoop({
    clock,
    intervalMs: 100,
    firstAfterMs,
    poll: () =>
      new Promise((resolve) => {
        startedMs.push(clock.nowMs());
        clock.after(durationMs(), resolve);
      }),
  });
  return { clock, startedMs, loop, first: loop.start() };
};

test('polls are at multiples of the interval after the first', async () => {
  const { clock, startedMs } = start(() => 30, 40);
  await clock.advance(400);
  expect(startedMs).toEqual([40, 140, 240, 340]);
});

test('polls that are due while one is under way are left out', async () => {
  const durationsMs = [250, 99, 100, 101];
  const { clock, startedMs } = start(() => durationsMs.shift() ?? 1);
  await clock.advance(1000);
  expect(startedMs).toEqual([0, 300, 400, 600, 800, 900, 1000]);
});

test('a poke polls at once, or after the poll under way, and the usual times stay', async () => {
  const { clock, startedMs, loop } = start(() => 30);
  await clock.advance(50);
  loop.poke();
  loop.poke();
  await clock.advance(10);
  loop.poke();
  await clock.advance(190);
  expect(startedMs).toEqual([0, 50, 80, 200]);
});

test('the start resolves after the first poll, or at the end', async () => {
  const slow = start(() => 30);
  await slow.clock.advance(30);
  await slow.first;
  const stuck = start(() => Infinity);
  await stuck.clock.advance(1000);
  stuck.loop.close();
  await stuck.first;
});

test('nothing is polled after the end', async () => {
  const { clock, startedMs, loop } = start(() => 30);
  await clock.advance(10);
  loop.close();
  loop.poke();
  await clock.advance(1000);
  expect(startedMs).toEqual([0]);
  expect(clock.pendingCount()).toBe(0);
});

test('phases of many names spread over the interval, and are the same each time', () => {
  const names = Array.from({ length: 1000 }, (_, i) => `http://10.0.0.${String(i)}:8000/metrics`);
  const phases = names.map(phaseOf);
  expect(phases.every((phase) => phase >= 0 && phase < 1)).toBe(true);
  const tenths = phases.map((phase) => Math.floor(phase * 10));
  for (let tenth = 0; tenth < 10; tenth++) {
    const count = tenths.filter((one) => one === tenth).length;
    expect(count).toBeGreaterThan(60);
    expect(count).toBeLessThan(140);
  }
  expect(names.map(phaseOf)).toEqual(phases);
});
