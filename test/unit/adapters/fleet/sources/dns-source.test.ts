import { expect, test } from 'vitest';
import {
  createDnsSource,
  type ResolveHost,
} from '../../../../../src/adapters/fleet/sources/dns-source.js';
import { systemClock } from '../../../../../src/adapters/time/clock.js';
import { createManualClock } from '../../../../support/manual-clock.js';
import { createHeard, listenTo } from './listen.js';

const usual = { host: 'h', family: 'all', intervalMs: 1000, timeoutMs: 300 } as const;

test('the resolver of the system is asked unless another is given', async () => {
  const source = createDnsSource({ ...usual, host: 'localhost', clock: systemClock });
  const heard = await listenTo(source);
  await source.close();
  expect(heard.values[0]!.every((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true);
  expect(heard.values[0]!.length).toBeGreaterThan(0);
});

test('a question that hangs is given up at the timeout and not asked a second time', async () => {
  const clock = createManualClock();
  let asked = 0;
  let answer: (addresses: readonly string[]) => void = () => undefined;
  const resolve: ResolveHost = () => {
    asked += 1;
    return new Promise((found) => (answer = found));
  };
  const source = createDnsSource({ ...usual, clock, resolve });
  const { heard, listener } = createHeard<readonly string[]>();
  void source.start(listener);
  await clock.advance(5000);
  expect(asked).toBe(1);
  expect(heard.refused[0]).toMatch(/host name h: .*given "none within 300 ms"/);
  // It is still waited for, and the answer counts.
  answer(['10.0.0.1']);
  await clock.advance(1000);
  expect(asked).toBe(2);
  answer(['10.0.0.2']);
  await clock.advance(0);
  expect(heard.values).toEqual([['10.0.0.1'], ['10.0.0.2']]);
  await source.close();
  expect(clock.pendingCount()).toBe(0);
});

test('a resolver that throws is refused like one that fails', async () => {
  const clock = createManualClock();
  const resolve: ResolveHost = () => {
    throw new Error('broken');
  };
  const source = createDnsSource({ ...usual, clock, resolve });
  const { heard, listener } = createHeard<readonly string[]>();
  void source.start(listener);
  await clock.advance(0);
  expect(heard.refused).toEqual([expect.stringContaining('broken')]);
  await source.close();
});
