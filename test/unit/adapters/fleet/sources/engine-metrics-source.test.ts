import { afterEach, describe, expect, test } from 'vitest';
import {
  createEngineMetricsSource,
  createEnginePageSource,
  type EnginePageOptions,
  type EngineReport,
} from '../../../../../src/adapters/fleet/sources/engine-metrics-source.js';
import type { Source } from '../../../../../src/adapters/time/source.js';
import { systemClock } from '../../../../../src/adapters/time/clock.js';
import { createManualClock } from '../../../../support/manual-clock.js';
import { chat, startEngine } from '../../../../servers/mock-engine/start-engine.js';
import { until } from '../../../../support/until.js';
import { createHeard, listenTo, type Heard } from './listen.js';
import { serve } from './serve.js';

const started: Source<EngineReport>[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((source) => source.close()));
});

const create = (url: string, options: Partial<EnginePageOptions> = {}) => {
  const page = createEnginePageSource({
    url,
    engine: 'vllm',
    intervalMs: 20,
    timeoutMs: 60_000,
    clock: systemClock,
    phaseOf: () => 0,
    ...options,
  });
  const source = createEngineMetricsSource(page, {});
  started.push(source);
  return source;
};

const pageWith = (running: string): string => `vllm:num_requests_running ${running}\n`;

const latestOf = ({ values }: Heard<EngineReport>): number | undefined =>
  values.at(-1)?.stats.numRunningQueries;

describe('the metrics page of an engine', () => {
  test('gives what the engine does, and its prefill rate between two polls', async () => {
    const engine = await startEngine({ prefillTokensPerSecond: 5000, slots: 3 });
    const heard = await listenTo(create(`${engine.url}/metrics`));
    expect(heard.values[0]!.stats).toMatchObject({ numRunningQueries: 0, queueSize: 0 });
    engine.fill(5);
    await until('it is full', () => latestOf(heard) === 3);
    expect(heard.values.at(-1)!.stats.queueSize).toBe(2);
    engine.drain();
    await chat(engine, { messages: [{ role: 'user', content: 'word '.repeat(400) }] });
    await until('a rate was measured', () => heard.values.at(-1)!.stats.lastMeanInputTps! > 0);
    expect(heard.values.at(-1)!.stats.lastMeanInputTps).toBeGreaterThan(500);
    expect(heard.values.at(-1)!.stats.lastMeanInputTps).toBeLessThan(5500);
    expect(heard.refused).toEqual([]);
  });

  test('that is refused leaves the last report, and the next good one counts', async () => {
    let answer = pageWith('3');
    const url = await serve((_request, response) => response.end(answer));
    const heard = await listenTo(create(url));
    for (const bad of ['<html>nothing</html>', '', '{"status":"ok"}']) {
      const [values, refused] = [heard.values.length, heard.refused.length];
      answer = bad;
      await until('it is refused', () => heard.refused.length > refused);
      expect(heard.values.length).toBeLessThanOrEqual(values + 1);
      answer = pageWith('4');
      await until('it recovers', () => heard.values.length > values + 1);
    }
    expect(latestOf(heard)).toBe(4);
  });

  test.each(['NaN', '-3', '+Inf', 'many'])('is not believed that %s requests run', async (lie) => {
    const url = await serve((_request, response) =>
      response.end(`${pageWith(lie)}vllm:num_requests_waiting 2\n`),
    );
    const heard = await listenTo(create(url));
    expect(heard.values[0]!.stats).toEqual({ queueSize: 2 });
  });

  test('is told with the time at which it was asked for', async () => {
    const clock = createManualClock();
    // Its engine takes a second to make it.
    const url = await serve((_request, response) => {
      clock.spend(1000);
      response.end(pageWith('3'));
    });
    const source = create(url, { clock });
    const asked: (number | undefined)[] = [];
    const isThere = new Promise<void>((resolve) => {
      void source.start({
        onValue: (_report, askedAtMs) => {
          asked.push(askedAtMs);
          resolve();
        },
        onRefused: () => undefined,
      });
    });
    const startedMs = clock.nowMs();
    await clock.settle();
    await isThere;
    expect(asked).toEqual([startedMs]);
    expect(clock.nowMs()).toBe(startedMs + 1000);
  });

  test('that never ends is given up, and nothing piles up meanwhile', async () => {
    let open = 0;
    let most = 0;
    const url = await serve((request, response) => {
      most = Math.max(most, ++open);
      request.socket.on('close', () => (open -= 1));
      response.write(pageWith('3'));
    });
    const { heard, listener } = createHeard<EngineReport>();
    void create(url, { timeoutMs: 60, intervalMs: 50 }).start(listener);
    await until('it was refused often', () => heard.refused.length >= 4);
    expect(most).toBe(1);
    expect(heard.values).toEqual([]);
  });

  test('is polled at its place in the interval, within a second at first', async () => {
    const clock = createManualClock(0);
    const atMs: number[] = [];
    const url = await serve((_request, response) => {
      atMs.push(clock.nowMs());
      response.end(pageWith('1'));
    });
    const { heard, listener } = createHeard<EngineReport>();
    void create(url, { clock, intervalMs: 4000, phaseOf: () => 0.25 }).start(listener);
    await clock.advance(249);
    expect(clock.pendingCount()).toBe(1);
    for (const [waitMs, polls] of [
      [1, 1],
      [4000, 2],
      [4000, 3],
    ] as const) {
      await clock.advance(waitMs);
      await until('the page was read', () => heard.values.length === polls);
    }
    expect(atMs).toEqual([250, 4250, 8250]);
  });

  test('tells the round trip, smoothed', async () => {
    let nowMs = 0;
    const tripsMs = [8, 16, 16, 0];
    const url = await serve((_request, response) => {
      nowMs += tripsMs.shift() ?? 0;
      response.end(pageWith('1'));
    });
    const clock = { ...systemClock, nowMs: () => nowMs };
    const heard = await listenTo(create(url, { clock, intervalMs: 10 }));
    await until('four polls', () => heard.values.length >= 4);
    // 8; 8 + 8/8; 9 + 7/8; 9.875 - 9.875/8
    expect(heard.values.slice(0, 4).map(({ rttMs }) => rttMs)).toEqual([8, 9, 9.875, 8.640625]);
  });
});
