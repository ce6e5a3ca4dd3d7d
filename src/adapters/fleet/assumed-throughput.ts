/**
 * Throughput that is not measured yet is assumed, or nothing would ever be sent to an engine
 * and measured there.
 *
 * The mean prefill rate of a backend follows what is measured elsewhere until it is measured
 * itself. The greatest rate, which rankings are weighted by, never follows a measurement, so that
 * rankings stand still. Pure.
 */
import type { ClusterStats } from '../../core/snapshot/snapshot.js';
import type { BackendFigures } from './backend-figures.js';
import type { ClusterDefinition } from './document/cluster-definition.js';
import type { TargetDefinition } from './document/fleet-document.js';

/** Where an assumed rate comes from. */
export type AssumedFrom =
  /** `last_mean_input_tps` of the document, of the backend or its share of the cluster's. */
  | 'document'
  /** `max_input_tps` of the document, likewise. */
  | 'max_input_tps'
  /** The mean of the target's measured backends. */
  | 'measured_backends'
  /** The mean of what the target's backends state. */
  | 'stated_backends'
  | 'setting';

/** Tokens/s, and why. */
export type AssumedRate = Readonly<{ tokensPerSecond: number; from: AssumedFrom }>;

/** What is assumed of one backend; absent where it is measured or stated. */
export type AssumedThroughput = Readonly<{
  lastMeanInputTps?: AssumedRate;
  maxInputTps?: AssumedRate;
}>;

/** What may be assumed of any backend of a target, tokens/s; undefined where there is nothing. */
export type ThroughputDefaults = Readonly<{
  measuredTps: number | undefined;
  statedMaxTps: number | undefined;
  settingTps: number;
}>;

/** The figures of a cluster's backends without gaps, and what was assumed for each. */
export const assumeThroughput = (
  cluster: Pick<ClusterDefinition, 'stats' | 'hasSharedEngine'>,
  backends: readonly BackendFigures[],
  defaults: ThroughputDefaults,
): readonly Readonly<{ figures: BackendFigures; assumed: AssumedThroughput }>[] => {
  const meanOfCluster = rateIn(cluster.stats, 'lastMeanInputTps');
  const maxOfCluster = rateIn(cluster.stats, 'maxInputTps');
  const saysAny = (field: RateField): boolean =>
    backends.some(({ stats }) => rateIn(stats, field) !== undefined);
  // Where no backend says, what the cluster says of the whole counts and needs no shares.
  const needsMean = meanOfCluster === undefined || saysAny('lastMeanInputTps');
  const needsMax =
    maxOfCluster === undefined && !(cluster.hasSharedEngine && saysAny('maxInputTps'));
  return backends.map((figures) => {
    const share = (rate: number | undefined) => rate && rate / backends.length;
    const mean = meanRateOf(figures, share(meanOfCluster), share(maxOfCluster), defaults);
    const max = maxRateOf(figures, defaults);
    const stats = {
      ...figures.stats,
      ...(needsMean && mean && { lastMeanInputTps: mean.tokensPerSecond }),
      ...(needsMax && max && { maxInputTps: max.tokensPerSecond }),
    };
    const assumed = {
      ...(mean && { lastMeanInputTps: mean }),
      ...(needsMax && max && { maxInputTps: max }),
    };
    return { figures: { ...figures, stats }, assumed };
  });
};

/** The mean of the greatest rates that a document states for the backends of a target. */
export const statedMaxTps = ({ clusters }: TargetDefinition): number | undefined => {
  let sum = 0;
  let count = 0;
  for (const { backends, stats } of clusters) {
    const ofCluster = rateIn(stats, 'maxInputTps');
    for (const backend of backends) {
      const rate =
        rateIn(backend.stats, 'maxInputTps') ?? (ofCluster && ofCluster / backends.length);
      if (rate === undefined) continue;
      sum += rate;
      count += 1;
    }
  }
  return count === 0 ? undefined : sum / count;
};

type RateField = 'lastMeanInputTps' | 'maxInputTps';

/** Undefined where it is not said; 0 says nothing. */
const rateIn = (stats: Partial<ClusterStats>, field: RateField): number | undefined => {
  const rate = stats[field] ?? 0;
  return rate > 0 && rate < Infinity ? rate : undefined;
};

/** Undefined where it is measured. */
const meanRateOf = (
  { stats, isThroughputMeasured }: BackendFigures,
  shareOfMean: number | undefined,
  shareOfMax: number | undefined,
  { measuredTps, settingTps }: ThroughputDefaults,
): AssumedRate | undefined => {
  if (isThroughputMeasured) return undefined;
  const stated = rateIn(stats, 'lastMeanInputTps') ?? shareOfMean;
  if (stated !== undefined) return { tokensPerSecond: stated, from: 'document' };
  const max = rateIn(stats, 'maxInputTps') ?? shareOfMax;
  if (max !== undefined) return { tokensPerSecond: max, from: 'max_input_tps' };
  return measuredTps === undefined
    ? { tokensPerSecond: settingTps, from: 'setting' }
    : { tokensPerSecond: measuredTps, from: 'measured_backends' };
};

/** Undefined where it is stated. */
const maxRateOf = (
  { stats }: BackendFigures,
  { statedMaxTps: stated, settingTps }: ThroughputDefaults,
): AssumedRate | undefined => {
  if (rateIn(stats, 'maxInputTps') !== undefined) return undefined;
  return stated === undefined
    ? { tokensPerSecond: settingTps, from: 'setting' }
    : { tokensPerSecond: stated, from: 'stated_backends' };
};
