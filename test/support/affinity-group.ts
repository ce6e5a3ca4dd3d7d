/** Sessions whose affinity order is known, and clusters to route them to. */
import type { AlgorithmConfig } from '../../src/core/config/fields.js';
import type { Decision } from '../../src/core/decision.js';
import type { Explanation } from '../../src/core/explain.js';
import { compilePolicy } from '../../src/core/config/policy.js';
import type { RoutingRequest } from '../../src/core/request.js';
import type { Cluster } from '../../src/core/snapshot/snapshot.js';
import type { View } from '../../src/core/view/view.js';
import { affinityOrder, decide, explain } from '../../src/decide.js';
import { clusterOf } from './default-stats.js';
import { freshView } from './run-case.js';

/** The algorithms that know sessions. */
export const SESSION_AWARE = ['wait-and-widen', 'pulsar-wait-and-widen'] as const;

export type SessionAware = (typeof SESSION_AWARE)[number];

/** All eight slots taken. */
export const full = (clusterId: string): Cluster =>
  clusterOf(clusterId, { maxEngineConcurrency: 8, numRunningQueries: 8 });

/** One of eight slots taken. */
export const free = (clusterId: string): Cluster =>
  clusterOf(clusterId, { maxEngineConcurrency: 8, numRunningQueries: 1 });

export const viewOf = (...clusters: readonly Cluster[]): View =>
  freshView({ target: { routingKey: 'rk-1', modelId: 'model-a' }, clusters });

/** An affinity key for which the algorithm orders clusters of those ids like this, letter by letter. */
export const keyWithOrder = (algorithm: SessionAware, ...ids: readonly string[]): string => {
  const config = { algorithm, cacheAffinityBackendSelectionCount: ids.length };
  const policy = compilePolicy(config);
  const view = viewOf(...ids.map(free));
  for (let i = 0; i < 100_000; i++) {
    const cacheAffinityKey = `session-${String(i)}`;
    const order = affinityOrder(policy, view, { requestId: 'r', cacheAffinityKey });
    if (order?.join() === ids.join()) return cacheAffinityKey;
  }
  throw new Error(`no key found that ${algorithm} orders ${ids.join()}`);
};

type Ask = Partial<RoutingRequest> & Readonly<{ elapsedMs?: number }>;

/** What the algorithm decides for request `r1`, or what `ask` says. */
export const route = (config: AlgorithmConfig, view: View, ask: Ask): Decision => {
  const { elapsedMs = 0, ...request } = ask;
  return decide(compilePolicy(config), view, { requestId: 'r1', ...request }, elapsedMs);
};

/** The same, explained. */
export const explainRoute = (config: AlgorithmConfig, view: View, ask: Ask): Explanation => {
  const { elapsedMs = 0, ...request } = ask;
  return explain(compilePolicy(config), view, { requestId: 'r1', ...request }, elapsedMs);
};
