import * as E from 'fp-ts/lib/Either.js';
import { parseLbConfig, parseSnapshot, type LbConfig, type Snapshot } from '../../../../src/api.js';
import type { TrustedHeaders } from '../../../../src/adapters/http/index.js';

/** A cluster in short: slots, running requests, queue and rates. */
export type GivenCluster = Readonly<{
  slots?: number;
  running?: number;
  rttMs?: number;
  queuedTokens?: number;
  tps?: number;
  stats?: Readonly<Record<string, unknown>>;
}>;

/** The snapshot of model `m` with the given clusters. */
export const givenSnapshot = (
  clusters: Readonly<Record<string, GivenCluster>>,
  routingKey?: string,
): Snapshot =>
  orThrow(
    parseSnapshot({
      model_id: 'm',
      routing_key: routingKey,
      clusters: Object.entries(clusters).map(([id, cluster]) => ({
        cluster_id: id,
        rtt_ms: cluster.rttMs ?? 5,
        stats: {
          last_mean_input_tps: cluster.tps ?? 1000,
          max_input_tps: cluster.tps ?? 1000,
          max_engine_concurrency: cluster.slots ?? 0,
          num_running_queries: cluster.running ?? 0,
          queued_input_size: cluster.queuedTokens ?? 0,
          ...cluster.stats,
        },
      })),
    }),
  );

/** An lb-config in which model `m` has the given algorithm. */
export const givenConfig = (algorithm: unknown, rest: object = {}): LbConfig =>
  orThrow(parseLbConfig({ models: { m: algorithm }, ...rest })).config;

/** A request for model `m`. */
export const givenRequest = (about: Partial<TrustedHeaders> = {}): TrustedHeaders => ({
  requestId: 'r-1',
  inputTokens: 100,
  model: 'm',
  routingKey: undefined,
  routingMethod: undefined,
  affinityKey: undefined,
  lastClusterId: undefined,
  priority: 0,
  requestSloMs: undefined,
  maxWaitMs: undefined,
  retryBudgetMs: undefined,
  ...about,
});

/** The target of model `m`. */
export const M = { modelId: 'm' };

export const orThrow = <L, A>(either: E.Either<L, A>): A => {
  if (E.isRight(either)) return either.right;
  throw new Error(JSON.stringify(either.left));
};
