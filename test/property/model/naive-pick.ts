/** Bucketed selection, written as lists. */
import type { Cluster } from '../../../src/core/snapshot/snapshot.js';
import {
  hasCapacity,
  inputWorkSeconds,
  prefillMs,
  queueLimitMs,
  queueMs,
  ttftMs,
} from './naive-estimates.js';
import { compareIds } from './naive-orders.js';
import { isExcluded, type Scene } from './naive-scene.js';

/** Every cluster that may be chosen; without one, when to ask again. */
export type Pick = Readonly<{ winners: readonly Cluster[]; untilMs: number }>;

export const pick = (
  scene: Scene,
  pool: readonly Cluster[],
  terms: Readonly<{ scale: number; allowance: number; openFromMs: number }>,
): Pick => {
  const { settings, request, elapsedMs } = scene;
  const limitMs = queueLimitMs(settings, request.requestSloMs, elapsedMs);
  const timed = pool
    .filter((cluster) => !isExcluded(scene, cluster))
    .filter((cluster) => queueMs(cluster, request.priority ?? 0) <= limitMs)
    .map((cluster) => ({ cluster, ms: ttftMs(settings, cluster, request, terms.scale) }))
    .filter(({ ms }) => ms < Infinity)
    .sort((a, b) => a.ms - b.ms || compareIds(a.cluster.clusterId, b.cluster.clusterId));
  let startMs = timed[0]?.ms ?? 0;
  const bucketed = timed.map(({ cluster, ms }) => {
    if (ms - startMs > settings.ttftBucketSizeMs) startMs = ms;
    const tollMs = Math.max(0, (startMs - timed[0]!.ms) * settings.nextBucketUnlockFactor);
    return { cluster, opensMs: terms.openFromMs + tollMs };
  });
  const open = bucketed.filter(({ opensMs }) => elapsedMs >= opensMs);
  const closed = bucketed.filter(({ opensMs }) => elapsedMs < opensMs);
  const isFree = (entry: { cluster: Cluster }): boolean =>
    hasCapacity(entry.cluster, terms.allowance);
  const eligible = open.filter(isFree).map(({ cluster }) => cluster);
  if (eligible.length > 0) {
    const best = (sample: readonly Cluster[]): Cluster[] => bestOf(scene, sample, terms.scale);
    return { winners: anySample(eligible, settings.n, best), untilMs: Infinity };
  }
  return { winners: [], untilMs: closed.some(isFree) ? closed[0]!.opensMs : Infinity };
};

/** Every cluster that wins in some sample of n. */
export const anySample = (
  eligible: readonly Cluster[],
  n: number,
  best: (sample: readonly Cluster[]) => Cluster[],
): Cluster[] => {
  const samples = eligible.length <= n ? [eligible] : subsets(eligible, n);
  return [...new Set(samples.flatMap(best))];
};

const subsets = <A>(items: readonly A[], size: number): A[][] => {
  if (size === 0) return [[]];
  return items.flatMap((item, i) =>
    subsets(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]),
  );
};

export const lowest = (
  clusters: readonly Cluster[],
  score: (cluster: Cluster) => number,
): Cluster[] => {
  const least = Math.min(...clusters.map(score));
  return clusters.filter((cluster) => score(cluster) === least);
};

const bestOf = (scene: Scene, sample: readonly Cluster[], scale: number): Cluster[] => {
  if (scene.config.algorithm !== 'pulsar-wait-and-widen') {
    return lowest(sample, (cluster) => scoreOf(scene, cluster, scale));
  }
  const equal = lowest(sample, (cluster) => queueMs(cluster, scene.request.priority ?? 0));
  const isKnown = equal.every(({ stats }) => stats.maxEngineConcurrency > 0);
  return lowest(equal, ({ stats }) =>
    isKnown ? stats.numRunningQueries / stats.maxEngineConcurrency : stats.numRunningQueries,
  );
};

export const scoreOf = ({ settings, request }: Scene, cluster: Cluster, scale: number): number => {
  const { rttMs, stats } = cluster;
  const delayMs = queueMs(cluster, request.priority ?? 0);
  switch (settings.comparator) {
    case 'ttft':
      return rttMs + delayMs + prefillMs(cluster, request.inputTokens ?? 0, scale);
    case 'queue-time':
      return delayMs;
    case 'input-work-seconds':
      return inputWorkSeconds(cluster, request.inputTokens ?? 0);
    case 'utilization':
      return stats.numRunningQueries / Math.max(1, stats.maxEngineConcurrency);
    case 'num-requests-queued':
      return stats.queueSize;
  }
};
