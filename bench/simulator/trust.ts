/**
 * How far the simulator can be trusted, and how fast it is; prints one JSON object.
 *
 * Erlang-C at three loads over two million arrivals each, Little's law, the rate of a plain scenario
 * and of one with prefix blocks, and the heap after a million requests. Figures of time are of the
 * machine; the others are the same everywhere.
 */
import {
  estimateMean,
  openWorkload,
  runPolicy,
  type RunSummary,
  type Scenario,
} from '../../src/adapters/simulator/index.js';
import { erlangC } from '../../test/support/erlang-c.js';
import { cluster, policy, scenario, workload } from '../../test/support/simulator-scenario.js';

const SERVERS = 8;
/** Every prompt has a token: computing it must not count. */
const NO_PREFILL = { prefillTokensPerSecond: 1e12 };

const queueAt = (load: number, arrivals: number): Scenario =>
  scenario({
    clusters: [cluster('A', { ...{ slots: SERVERS, decodeTokensPerSecond: 1e6 }, ...NO_PREFILL })],
    statistics: { kind: 'full', everyMs: 10_000, delayMs: 0 },
    warmupMs: 100_000,
    workload: workload({
      durationMs: 100_000 + (arrivals / (SERVERS * load)) * 1000,
      arrivals: { kind: 'poisson', sessionsPerSecond: SERVERS * load },
      firstTokens: { kind: 'constant', value: 0 },
      answerTokens: { kind: 'exponential', mean: 1e6 },
    }),
  });

/** Eight clusters and single requests: no sessions to come back, no blocks. */
const plain = (requests: number): Scenario =>
  scenario({
    clusters: Array.from({ length: 8 }, (_, at) =>
      cluster(`c${String(at)}`, { slots: 64, rttMs: 2, prefillTokensPerSecond: 1e6 }),
    ),
    statistics: { kind: 'engine-page', everyMs: 20, delayMs: 1 },
    workload: workload({
      durationMs: requests / 2,
      arrivals: { kind: 'poisson', sessionsPerSecond: 2000 },
      firstTokens: { kind: 'uniform', min: 100, max: 1000 },
      answerTokens: { kind: 'uniform', min: 50, max: 250 },
    }),
    policies: [policy({ algorithm: 'power-of-n' })],
  });

const chats = (requests: number): Scenario => {
  const base = plain(requests);
  return {
    ...base,
    clusters: base.clusters.map((one) => ({ ...one, kvCacheTokens: 200_000 })),
    workload: workload({
      durationMs: requests / 2,
      arrivals: { kind: 'poisson', sessionsPerSecond: 400 },
      turns: { kind: 'constant', value: 5 },
      thinkMs: { kind: 'exponential', mean: 2000 },
      systemTokens: 256,
      firstTokens: { kind: 'uniform', min: 100, max: 1000 },
      answerTokens: { kind: 'uniform', min: 50, max: 250 },
      followUpTokens: { kind: 'uniform', min: 20, max: 200 },
      blockTokens: 64,
    }),
    policies: [
      policy({ algorithm: 'pulsar-wait-and-widen', lastClusterAffinity: true, maxQueued: 8 }),
    ],
  };
};

const runOf = async (of: Scenario, seed: string): Promise<RunSummary> => {
  const opened = await openWorkload(of.workload);
  if (opened._tag === 'Left') throw new Error(opened.left);
  return runPolicy(of, of.policies[0]!, seed, opened.right.create);
};

const erlang = async (load: number, arrivals: number, seedCount: number): Promise<object> => {
  const runs: RunSummary[] = [];
  for (let seed = 1; seed <= seedCount; seed++) {
    runs.push(
      await runOf(queueAt(load, arrivals / seedCount), `erlang ${String(load)} ${String(seed)}`),
    );
  }
  const { mean, halfWidth } = estimateMean(runs.map((run) => run.engineWaitMs.mean));
  const theory = erlangC(SERVERS, SERVERS * load, 1).meanWaitS * 1000;
  const little = estimateMean(
    runs.map(({ clusters: [one], totals, measuredMs, durationMs }) => {
      const perMs = totals.arrived / (measuredMs + 100_000);
      return (one!.meanRunning + one!.meanQueued) / (perMs * durationMs.mean);
    }),
  );
  return {
    load,
    arrivals: runs.reduce((sum, run) => sum + run.requests, 0),
    theory_ms: theory,
    mean_wait_ms: mean,
    half_width_95_ms: halfWidth,
    off_percent: (mean / theory - 1) * 100,
    is_inside: Math.abs(mean - theory) <= halfWidth,
    little_ratio: little.mean,
  };
};

const speedOf = async (of: Scenario): Promise<object> => {
  await runOf({ ...of, workload: { ...of.workload, durationMs: 10_000 } as never }, 'warm');
  const startedMs = performance.now();
  const { totals } = await runOf(of, 'speed');
  const seconds = (performance.now() - startedMs) / 1000;
  return { requests: totals.arrived, requests_per_second: Math.round(totals.arrived / seconds) };
};

const heapAfter = async (requests: number): Promise<number> => {
  await runOf(plain(requests), 'memory');
  (globalThis as { gc?: () => void }).gc?.();
  return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
};

const isQuick = process.argv.includes('--quick');
const arrivals = isQuick ? 200_000 : 2_000_000;
const results = {
  erlang_c: [
    await erlang(0.5, arrivals, 20),
    await erlang(0.8, arrivals, 20),
    await erlang(0.9, arrivals, 20),
  ],
  plain: await speedOf(plain(isQuick ? 100_000 : 500_000)),
  with_blocks: await speedOf(chats(isQuick ? 50_000 : 200_000)),
  heap_mib: {
    after_100_000: await heapAfter(100_000),
    after_1_000_000: await heapAfter(1_000_000),
  },
};
console.log(JSON.stringify(results, null, 2));
