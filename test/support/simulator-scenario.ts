import type { Scenario } from '../../src/adapters/simulator/index.js';
import { createSyntheticWorkload } from '../../src/adapters/simulator/workload/synthetic.js';
import type { SyntheticModel } from '../../src/adapters/simulator/workload/workload-model.js';
import type { Workload } from '../../src/adapters/simulator/workload/workload.js';

/** A cluster of one slot that computes 1,000 tokens a second, apart from what is given. */
export const cluster = (
  clusterId: string,
  parts: Partial<Scenario['clusters'][number]> = {},
): Scenario['clusters'][number] => ({
  ...{ clusterId, rttMs: 0, slots: 1, prefillTokensPerSecond: 1000, decodeTokensPerSecond: 1000 },
  ...{ decodeMs: undefined, kvCacheTokens: 0, batching: { kind: 'independent' } },
  ...parts,
});

/** Single requests of 100 tokens, ten a second for ten seconds, apart from what is given. */
export const workload = (parts: Partial<SyntheticModel> = {}): SyntheticModel => ({
  kind: 'synthetic',
  durationMs: 10_000,
  arrivals: { kind: 'poisson', sessionsPerSecond: 10 },
  turns: { kind: 'constant', value: 1 },
  thinkMs: { kind: 'constant', value: 0 },
  systemTokens: 0,
  firstTokens: { kind: 'constant', value: 100 },
  answerTokens: { kind: 'constant', value: 100 },
  followUpTokens: { kind: 'constant', value: 100 },
  blockTokens: 0,
  hotKeys: undefined,
  rankOne: undefined,
  retryMs: undefined,
  ...parts,
});

/** One cluster, one router, statistics every 100 ms, round-robin, apart from what is given. */
export const scenario = (parts: Partial<Scenario> = {}): Scenario => ({
  ...{ name: 'test', description: '', seed: 'test', warmupMs: 0, endMs: Infinity },
  ttftObjectiveMs: 1000,
  clusters: [cluster('A')],
  statistics: { kind: 'full', everyMs: 100, delayMs: 0 },
  ...{ routerCount: 1, gatewayCount: 1, maxWaitMs: undefined, requestSloMs: undefined },
  memory: { kind: 'shared', ttlMs: 600_000, maxEntries: 1000 },
  incidents: [],
  workload: workload(),
  policies: [policy({ algorithm: 'round-robin' })],
  ...parts,
});

/** A policy of the engine, for sessions that name themselves. */
export const policy = (
  config: Extract<Scenario['policies'][number]['chooses'], { kind: 'policy' }>['config'],
  name: string = config.algorithm,
): Scenario['policies'][number] => ({
  name,
  sessions: 'named',
  chooses: { kind: 'policy', config },
});

/** The made-up workload of a scenario. */
export const workloadOf = ({ workload: model }: Scenario, seed: string): Workload => {
  if (model.kind !== 'synthetic') throw new Error('the scenario has no made-up workload');
  return createSyntheticWorkload(model, seed);
};
