/** One case with its settings resolved, and which of its clusters may serve. */
import type { Cluster } from '../../../src/core/snapshot/snapshot.js';
import type { RoutingCase } from '../arbitraries/engine-case.js';
import { isKvFeasible, validRate } from './naive-estimates.js';
import { compareIds, naiveRanking } from './naive-orders.js';
import { settingsOf, type NaiveSettings } from './naive-settings.js';

export type Scene = RoutingCase & Readonly<{ settings: NaiveSettings; affinityKey: string }>;

export const sceneOf = (routingCase: RoutingCase): Scene => ({
  ...routingCase,
  settings: settingsOf(routingCase.config),
  affinityKey: routingCase.request.cacheAffinityKey ?? '',
});

export const sorted = ({ snapshot }: Scene): Cluster[] =>
  [...snapshot.clusters].sort((a, b) => compareIds(a.clusterId, b.clusterId));

export const isExcluded = ({ request }: Scene, { clusterId }: Cluster): boolean =>
  (request.excludedClusterIds ?? []).includes(clusterId);

export const isFeasible = ({ settings, request }: Scene, cluster: Cluster): boolean =>
  !settings.considerKvFreeTokens || isKvFeasible(cluster, request.inputTokens ?? 0);

export const weightOf =
  ({ settings }: Scene) =>
  ({ stats }: Cluster): number =>
    settings.rendezvousWeight === 'max-input-tps'
      ? validRate(stats.maxInputTps)
      : validRate(stats.lastMeanInputTps);

export const rankingOf = (scene: Scene): Cluster[] => {
  const { settings, snapshot, affinityKey } = scene;
  const { target, clusters } = snapshot;
  return naiveRanking(settings.seed, target, clusters, affinityKey, weightOf(scene));
};

export const exceedsAdmission = (scene: Scene): boolean => {
  const { settings, request } = scene;
  if (settings.maxInputWorkSeconds === undefined) return false;
  const ranks = scene.config.algorithm.startsWith('pulsar');
  const eligible = sorted(scene).filter(
    (cluster) =>
      !isExcluded(scene, cluster) &&
      (!ranks || (weightOf(scene)(cluster) > 0 && isFeasible(scene, cluster))),
  );
  if (eligible.length === 0) return false;
  const queued = eligible.reduce((sum, { stats }) => sum + stats.queuedInputSize, 0);
  const rate = eligible.reduce((sum, { stats }) => sum + validRate(stats.lastMeanInputTps), 0);
  if (rate === 0 || !Number.isFinite(rate)) return true;
  return ((request.inputTokens ?? 0) + queued) / rate > settings.maxInputWorkSeconds;
};
