import { expect, test } from 'vitest';
import { SameDelay } from '../../../../src/adapters/time/same-delay.js';
import { createManualClock } from '../../../support/manual-clock.js';

const setUp = () => {
  const clock = createManualClock();
  const rung: string[] = [];
  const bell = (name: string) => () => void rung.push(`${name} ${String(clock.nowMs())}`);
  return { clock, rung, bell, delay: new SameDelay(clock, 100) };
};

test('each rings when its delay has passed, by one timer', async () => {
  const { clock, rung, bell, delay } = setUp();
  delay.set(bell('a'));
  await clock.advance(30);
  delay.set(bell('b'));
  delay.set(bell('c'));
  expect(clock.pendingCount()).toBe(1);
  await clock.advance(200);
  expect(rung).toEqual(['a 1100', 'b 1130', 'c 1130']);
  expect(clock.pendingCount()).toBe(0);
});

test('what is cancelled does not ring, and keeps no other from ringing in time', async () => {
  const { clock, rung, bell, delay } = setUp();
  const first = bell('a');
  delay.set(first);
  delay.cancel(first);
  await clock.advance(50);
  delay.set(bell('b'));
  await clock.advance(200);
  expect(rung).toEqual(['b 1150']);
  delay.set(bell('c'));
  await clock.advance(200);
  expect(rung).toEqual(['b 1150', 'c 1350']);
});

test('what is set again begins anew, and rings once', async () => {
  const { clock, rung, bell, delay } = setUp();
  const again = bell('a');
  delay.set(again);
  await clock.advance(50);
  delay.set(bell('b'));
  await clock.advance(20);
  delay.set(again);
  await clock.advance(300);
  expect(rung).toEqual(['b 1150', 'a 1170']);
});

test('what rings may set the next', async () => {
  const { clock, rung, bell, delay } = setUp();
  delay.set(() => {
    bell('a')();
    delay.set(bell('b'));
  });
  await clock.advance(300);
  expect(rung).toEqual(['a 1100', 'b 1200']);
  expect(clock.pendingCount()).toBe(0);
});

test('what is set while others ring keeps none of them from ringing in time', async () => {
  const { clock, rung, bell, delay } = setUp();
  delay.set(() => {
    bell('a')();
    delay.set(bell('c'));
  });
  await clock.advance(50);
  delay.set(bell('b'));
  await clock.advance(300);
  expect(rung).toEqual(['a 1100', 'b 1150', 'c 1200']);
});
