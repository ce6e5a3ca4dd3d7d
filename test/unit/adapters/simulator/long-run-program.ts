/**
 * Simulates about as many requests as it is told to, of a scenario that it is told, and prints the
 * totals. A process of its own, so that it may be given little memory.
 */
import { runPolicy, type Scenario } from '../../../../src/adapters/simulator/index.js';
import {
  cluster,
  policy,
  scenario,
  workload,
  workloadOf,
} from '../../../support/simulator-scenario.js';

const SESSIONS_PER_SECOND = 400;

/** Eight clusters, and requests that have nothing to do with one another. */
const singleRequests = (requests: number): Scenario =>
  scenario({
    clusters: clustersWith(0),
    workload: workload({
      durationMs: (requests / SESSIONS_PER_SECOND) * 1000,
      arrivals: { kind: 'poisson', sessionsPerSecond: SESSIONS_PER_SECOND },
    }),
    policies: [policy({ algorithm: 'power-of-n' })],
  });

/** The same with caches, sessions of five turns, and a memory of who served them. */
const sessions = (requests: number): Scenario => {
  const turns = 5;
  return scenario({
    clusters: clustersWith(20_000),
    workload: workload({
      durationMs: (requests / turns / SESSIONS_PER_SECOND) * 1000,
      arrivals: { kind: 'poisson', sessionsPerSecond: SESSIONS_PER_SECOND },
      turns: { kind: 'constant', value: turns },
      thinkMs: { kind: 'exponential', mean: 500 },
      blockTokens: 64,
    }),
    policies: [policy({ algorithm: 'pulsar-wait-and-widen', lastClusterAffinity: true })],
  });
};

const clustersWith = (kvCacheTokens: number): Scenario['clusters'] =>
  Array.from({ length: 8 }, (_, at) =>
    cluster(`c${String(at)}`, { slots: 64, prefillTokensPerSecond: 1e6, kvCacheTokens }),
  );

const SCENARIOS = { 'single-requests': singleRequests, sessions };

const [name, requests] = process.argv.slice(2);
const run = SCENARIOS[name as keyof typeof SCENARIOS](Number(requests));
const { totals } = runPolicy(run, run.policies[0]!, run.seed, (seed) => workloadOf(run, seed));
console.log(JSON.stringify(totals));
