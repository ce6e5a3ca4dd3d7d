import type { Scenario } from '../../src/adapters/simulator/index.js';
import { EventQueue } from '../../src/adapters/simulator/run/event-queue.js';
import { cluster, policy, scenario, workload } from '../../test/support/simulator-scenario.js';
import { runOf } from './run-of.js';

/**
 * The rate of a scenario, beside that of its calendar with nothing happening; requests a second of
 * CPU time of the process, garbage collection and compiling on other threads included.
 */
export type Speed = Readonly<{
  name: string;
  /** Of one batch. */
  requests: number;
  /** Median of the batches. */
  perSecond: number;
  /** The slowest and the fastest batch: a machine that others use as well is not always as fast. */
  range: Readonly<{ slowest: number; fastest: number }>;
  calendarPerSecond: number;
}>;

/** What so many requests leave on the heap, and the most that the process has held so far. */
export type Memory = Readonly<{ requests: number; heapMiB: number; peakRssMiB: number }>;

type Chooses = Parameters<typeof policy>[0];

/** Eight clusters and single requests: no sessions to come back, no blocks. */
const plain = (requests: number, chooses: Chooses): Scenario =>
  scenario({
    clusters: Array.from({ length: 8 }, (_, at) =>
      cluster(`c${String(at)}`, { slots: 64, rttMs: 2, prefillTokensPerSecond: 1e6 }),
    ),
    // Each at its own moment, one request in five would come with a new view.
    statistics: { kind: 'engine-page', everyMs: 20, delayMs: 1, moments: 'same' },
    workload: workload({
      durationMs: requests / 2,
      arrivals: { kind: 'poisson', sessionsPerSecond: 2000 },
      firstTokens: { kind: 'uniform', min: 100, max: 1000 },
      answerTokens: { kind: 'uniform', min: 50, max: 250 },
    }),
    policies: [policy(chooses)],
  });

const AFFINITY: Chooses = {
  algorithm: 'pulsar-wait-and-widen',
  lastClusterAffinity: true,
  maxQueued: 8,
};

/** The same clusters with caches, and sessions of five turns. */
const chats = (requests: number): Scenario => {
  const base = plain(requests, AFFINITY);
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
  };
};

/** Rates of three plain scenarios and one with blocks, each of about so many requests. */
export const speeds = async (requests: number): Promise<readonly Speed[]> => {
  const plainWith = (chooses: Chooses) => (count: number) => plain(count, chooses);
  return [
    await speedOf('plain, round-robin', requests, plainWith({ algorithm: 'round-robin' })),
    await speedOf('plain, power-of-n', requests, plainWith({ algorithm: 'power-of-n' })),
    await speedOf('plain, pulsar-wait-and-widen', requests, plainWith(AFFINITY)),
    await speedOf('sessions with KV blocks', requests / 2, chats),
  ];
};

/** Requests until the compiler has done its work, which takes a second or so. */
const WARM_UP = 400_000;

const BATCHES = 5;

const speedOf = async (
  name: string,
  requests: number,
  scenarioOf: (requests: number) => Scenario,
): Promise<Speed> => {
  await runOf(scenarioOf(WARM_UP), 'warm');
  let served = 0;
  const rates: number[] = [];
  for (let batch = 0; batch < BATCHES; batch++) {
    const rate = await rateOf(async () => {
      const { totals } = await runOf(scenarioOf(requests), 'speed');
      served = totals.arrived;
      return served;
    });
    rates.push(rate);
  }
  rates.sort((a, b) => a - b);
  return {
    ...{ name, requests: served, perSecond: rates[(BATCHES - 1) / 2]! },
    range: { slowest: rates[0]!, fastest: rates.at(-1)! },
    calendarPerSecond: await rateOf(spinCalendar),
  };
};

const rateOf = async (count: () => number | Promise<number>): Promise<number> => {
  const before = process.cpuUsage();
  const done = await count();
  const { user, system } = process.cpuUsage(before);
  return Math.round(done / ((user + system) / 1e6));
};

/** Events of one request: it arrives, reaches its engine, is computed, answered, done, and ended. */
const EVENTS = 6;

/** A calendar that is as busy as that of the plain scenario, and no simulation around it. */
const spinCalendar = (): number => {
  const calendar = new EventQueue<object>();
  const subject = {};
  for (let at = 0; at < 40; at++) calendar.add(at, at % EVENTS, subject);
  const requests = 500_000;
  for (let event = 0; event < requests * EVENTS; event++) {
    calendar.next();
    calendar.add(calendar.atMs + 1 + ((event * 7919) % 64), event % EVENTS, subject);
  }
  return requests;
};

/** Runs of so many requests, one after the other. Needs `--expose-gc`. */
export const memoryOf = async (counts: readonly number[]): Promise<readonly Memory[]> => {
  const rows: Memory[] = [];
  for (const requests of counts) {
    await runOf(plain(requests, { algorithm: 'power-of-n' }), 'memory');
    (globalThis as { gc?: () => void }).gc?.();
    const heapMiB = Math.round(process.memoryUsage().heapUsed / 2 ** 20);
    const peakRssMiB = Math.round(process.resourceUsage().maxRSS / 1024);
    rows.push({ requests, heapMiB, peakRssMiB });
  }
  return rows;
};
