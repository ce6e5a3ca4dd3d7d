/**
 * From the backends of a cluster to the cluster.
 *
 * Counts, tokens and rates add up; what only makes sense when every backend says it (slots, the
 * greatest prefill rate) is unknown otherwise. What no backend says comes from the cluster's own
 * static statistics. Pure.
 */
import type { Cluster, ClusterStats } from '../../core/snapshot/snapshot.js';
import {
  knownValues,
  type BackendFigures,
  type ClusterFigures,
  type NumberField,
} from './backend-figures.js';
import type { ClusterDefinition } from './document/cluster-definition.js';
import { mergePriorityMaps } from './priority-map.js';
import { figuresOfSharedEngine } from './shared-engine.js';

/** The statistics of a cluster, from those of its backends in their order; deep-frozen. */
export const aggregateCluster = (
  {
    clusterId,
    rttMs,
    hasSharedEngine,
    stats,
  }: Pick<ClusterDefinition, 'clusterId' | 'rttMs' | 'hasSharedEngine' | 'stats'>,
  backends: readonly BackendFigures[],
): Cluster => {
  const figures = {
    ...addUp(backends),
    ...(hasSharedEngine && figuresOfSharedEngine(backends)),
  };
  return Object.freeze({
    clusterId,
    rttMs: backends.length === 0 ? rttMs : meanRttMs(backends),
    stats: Object.freeze(withKnown({ ...NOTHING_KNOWN, ...stats }, figures)),
  });
};

/** These are sums over the backends that say them. */
const SUMS: readonly NumberField[] = [
  'outputTps',
  'maxOutputTps',
  'queueSize',
  'queuedInputSize',
  'numRunningQueries',
  'totalQueryInputSize',
  'kvCacheCapacityTokens',
  'kvCacheUsedTokens',
  'kvCacheFreeTokens',
];

const NOTHING_KNOWN: ClusterStats = {
  lastMeanInputTps: 0,
  outputTps: 0,
  maxOutputTps: 0,
  queueSize: 0,
  queuedInputSize: 0,
  numRunningQueries: 0,
  maxEngineConcurrency: 0,
  totalQueryInputSize: 0,
  kvCacheCapacityTokens: 0,
  kvCacheUsedTokens: 0,
  kvCacheFreeTokens: 0,
  queueTimeEstimateMsByPriority: Object.freeze({}),
};

const addUp = (backends: readonly BackendFigures[]): ClusterFigures => {
  const sums: Partial<Record<NumberField, number>> = {};
  for (const { stats } of backends) {
    for (const field of SUMS) {
      const value = stats[field];
      if (value !== undefined) sums[field] = (sums[field] ?? 0) + value;
    }
  }
  return {
    ...sums,
    lastMeanInputTps: sumOf(knownValues(backends, 'lastMeanInputTps')),
    maxInputTps: sumIfAll(backends, 'maxInputTps'),
    maxEngineConcurrency: sumIfAll(backends, 'maxEngineConcurrency'),
    queueTimeEstimateMsByPriority: mergePriorityMaps(backends.map(({ stats }) => stats)),
  };
};

const sumIfAll = (backends: readonly BackendFigures[], field: NumberField): number | undefined => {
  const values = knownValues(backends, field);
  return values.length === backends.length ? sumOf(values) : undefined;
};

const sumOf = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);

const meanRttMs = (backends: readonly BackendFigures[]): number =>
  backends.reduce((sum, { rttMs }) => sum + rttMs, 0) / backends.length;

/** Writes what is known over what there was. */
const withKnown = (stats: ClusterStats, figures: ClusterFigures): ClusterStats => {
  const merged: Record<string, unknown> = stats;
  for (const [field, value] of Object.entries(figures)) {
    if (value !== undefined) merged[field] = value;
  }
  return stats;
};
