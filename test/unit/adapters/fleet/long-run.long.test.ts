import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createEngine } from '../../../../src/adapters/runtime/index.js';
import { createFleet } from '../../../../src/adapters/fleet/fleet.js';
import type { EngineReport } from '../../../../src/adapters/fleet/sources/engine-metrics-source.js';
import type { SourceListener } from '../../../../src/adapters/time/source.js';
import { createPushSource } from '../../../../src/adapters/fleet/sources/push-source.js';
import { systemClock, type Clock } from '../../../../src/adapters/time/clock.js';
import { settle } from '../../../support/manual-clock.js';

const HOUR_MS = 3_600_000;
const STEP_MS = 4000;
const CLUSTERS = 6;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const heapBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** A clock that jumps: what came due in between runs once, at the end of the jump. */
const createJumpingClock = () => {
  const timers = new Map<() => void, number>();
  let nowMs = 0;
  const clock: Clock = {
    ...systemClock,
    nowMs: () => nowMs,
    after: (delayMs, run) => {
      const timer = (): void => {
        run();
      };
      timers.set(timer, nowMs + delayMs);
      return () => timers.delete(timer);
    },
  };
  const jump = async (durationMs: number): Promise<void> => {
    nowMs += durationMs;
    for (const [timer, dueMs] of [...timers]) {
      if (dueMs <= nowMs && timers.delete(timer)) timer();
    }
    await settle();
  };
  return { ...clock, jump, pendingCount: () => timers.size };
};

/** Clusters come and go by the hour; every backend has a new URL now and then. */
const documentAt = (step: number): object => ({
  targets: [0, 1].map((target) => ({
    model_id: `m${String(target)}`,
    clusters: Array.from({ length: CLUSTERS }, (_, i) => i)
      .filter((i) => (i + step) % 5 !== 0)
      .map((i) => ({
        cluster_id: `c${String(i)}`,
        rtt_ms: i,
        backends: [0, 1].map((j) => ({
          id: `c${String(i)}-${String(j)}`,
          url: `http://t${String(target)}-c${String(i)}-${String(j)}-${String(step % 700)}`,
          source: { kind: 'prometheus', engine: 'vllm' },
        })),
      })),
  })),
});

test('24 hours of reports and of members that come and go leave the heap as it was', async () => {
  const clock = createJumpingClock();
  const push = createPushSource();
  const engine = createEngine({ nowMs: clock.nowMs });
  const pages = new Map<string, SourceListener<EngineReport>>();
  const fleet = createFleet({
    sources: [push],
    clock,
    open: {
      openMetrics: (_definition, url) => ({
        name: url,
        start: async (listener) => void pages.set(url, listener),
        close: async () => void pages.delete(url),
      }),
    },
  });
  let publishes = 0;
  await fleet.start({
    onSnapshot: (snapshot) => {
      publishes += 1;
      engine.publish(snapshot);
    },
    onTargetGone: (target) => {
      engine.withdraw(target);
    },
    onBackendReported: () => undefined,
  });

  const runUntil = async (endMs: number): Promise<void> => {
    for (let step = Math.floor(clock.nowMs() / STEP_MS); clock.nowMs() < endMs; step++) {
      if (step % 20 === 0) push.accept(documentAt(step));
      let i = 0;
      for (const page of pages.values()) {
        // One in seven is silent for a minute and a half at a time.
        if ((i++ + Math.floor(step / 22)) % 7 === 0) continue;
        page.onValue({ stats: { numRunningQueries: (step + i) % 9, queueSize: i % 3 }, rttMs: 1 });
      }
      for (const modelId of ['m0', 'm1']) {
        const backend = fleet.chooseBackend({ modelId }, `c${String(step % CLUSTERS)}`, new Set());
        const outcome = step % 11 < 4 ? 'failed' : 'connected';
        if (backend !== undefined) fleet.noteConnect({ modelId }, backend, outcome);
        const request = { target: { modelId }, requestId: String(step), cacheAffinityKey: 'k' };
        engine.decide(request, { elapsedMs: 0 });
      }
      await clock.jump(STEP_MS);
    }
  };

  await runUntil(HOUR_MS);
  const before = heapBytes();
  await runUntil(24 * HOUR_MS);
  const growth = heapBytes() / before - 1;

  console.log(
    `${String(publishes)} publishes; heap ${(before / 2 ** 20).toFixed(1)} MiB after 1 hour, ` +
      `${(100 * growth).toFixed(1)} % more after 24`,
  );
  expect(publishes).toBeGreaterThan(40_000);
  expect(growth).toBeLessThan(0.1);
  await fleet.close();
  expect(pages.size).toBe(0);
  expect(clock.pendingCount()).toBe(0);
});
