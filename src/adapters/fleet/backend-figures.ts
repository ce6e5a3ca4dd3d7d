import type { ClusterStats } from '../../core/snapshot/snapshot.js';

/** What is known of one backend: its defaults, overridden by its report. */
export type BackendFigures = Readonly<{
  stats: Partial<ClusterStats>;
  rttMs: number;
  /** Its page has given a prefill rate. Default false. */
  isThroughputMeasured?: boolean;
  /** On any clock; -Infinity when it never reported. */
  reportedAtMs: number;
}>;

/** What backends make known of their cluster; absent or undefined: none of them says. */
export type ClusterFigures = Readonly<{ [K in keyof ClusterStats]?: ClusterStats[K] | undefined }>;

/** The statistics that are numbers. */
export type NumberField = Exclude<keyof ClusterStats, 'queueTimeEstimateMsByPriority'>;

/** The values of a field of which 0 and infinities mean unknown. */
export const knownValues = (
  backends: readonly BackendFigures[],
  field: NumberField,
): readonly number[] =>
  backends.flatMap(({ stats }) => {
    const value = stats[field] ?? 0;
    return value > 0 && value < Infinity ? value : [];
  });
