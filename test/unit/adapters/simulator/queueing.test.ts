import { describe, expect, test } from 'vitest';
import { estimateMean, type RunSummary } from '../../../../src/adapters/simulator/index.js';
import { runPolicy } from '../../../../src/adapters/simulator/run/run-policy.js';
import { cluster, scenario, workload, workloadOf } from '../../../support/simulator-scenario.js';
import { erlangC } from '../../../support/erlang-c.js';

const SERVERS = 8;
/** Every prompt has a token: computing it must not count. */
const NO_PREFILL = { prefillTokensPerSecond: 1e12 };
/** Mean service time, s. */
const SERVICE_S = 1;

/** M/M/8 at a load: one cluster of 8 slots, work of exponential length, no cache. */
const queueAt = (load: number, arrivals: number) => {
  const perSecond = (SERVERS * load) / SERVICE_S;
  return scenario({
    clusters: [cluster('A', { ...{ slots: SERVERS, decodeTokensPerSecond: 1e6 }, ...NO_PREFILL })],
    statistics: { kind: 'full', everyMs: 10_000, delayMs: 0 },
    // It starts empty.
    warmupMs: 100_000,
    workload: workload({
      durationMs: 100_000 + (arrivals / perSecond) * 1000,
      arrivals: { kind: 'poisson', sessionsPerSecond: perSecond },
      firstTokens: { kind: 'constant', value: 0 },
      answerTokens: { kind: 'exponential', mean: SERVICE_S * 1e6 },
    }),
  });
};

const runsAt = (load: number, arrivals: number, seeds: number): readonly RunSummary[] => {
  const queue = queueAt(load, arrivals);
  return Array.from({ length: seeds }, (_, seed) =>
    runPolicy(queue, queue.policies[0]!, `erlang ${String(seed)}`, (text) =>
      workloadOf(queue, text),
    ),
  );
};

describe('without a cache, a cluster is an M/M/c queue:', () => {
  test.each([
    [0.5, 15_000, 6],
    [0.8, 20_000, 6],
  ])(
    'at a load of %f the theory lies within the confidence interval of the mean wait',
    (load, arrivals, seeds) => {
      const runs = runsAt(load, arrivals, seeds);
      const { mean, halfWidth } = estimateMean(runs.map((run) => run.engineWaitMs.mean));
      const theoryMs = erlangC(SERVERS, SERVERS * load, SERVICE_S).meanWaitS * 1000;
      expect(Math.abs(mean - theoryMs)).toBeLessThan(halfWidth);
      // The interval says something.
      expect(halfWidth / theoryMs).toBeLessThan(0.3);
    },
  );

  // Waits of a queue this full hang together for minutes: short runs spread too widely for an
  // interval, and `npm run bench:simulator` judges by two million arrivals.
  test('at a load of 0.9 the mean wait of short runs lies within 20 percent of the theory', () => {
    const runs = runsAt(0.9, 25_000, 6);
    const { mean } = estimateMean(runs.map((run) => run.engineWaitMs.mean));
    const theoryMs = erlangC(SERVERS, SERVERS * 0.9, SERVICE_S).meanWaitS * 1000;
    expect(Math.abs(mean / theoryMs - 1)).toBeLessThan(0.2);
  });

  test('requests in the system are arrivals per second times seconds there (Little)', () => {
    const [run] = runsAt(0.8, 60_000, 1);
    const [{ meanRunning, meanQueued }] = run!.clusters as [RunSummary['clusters'][number]];
    const perMs = run!.totals.arrived / (run!.measuredMs + 100_000);
    const inQueue = perMs * run!.engineWaitMs.mean;
    const inSystem = perMs * run!.durationMs.mean;
    expect(meanQueued / inQueue).toBeCloseTo(1, 1.7);
    expect((meanRunning + meanQueued) / inSystem).toBeGreaterThan(0.99);
    expect((meanRunning + meanQueued) / inSystem).toBeLessThan(1.01);
  });
});
