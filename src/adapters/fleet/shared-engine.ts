import type { ClusterStats } from '../../core/snapshot/snapshot.js';
import { knownValues, type BackendFigures, type ClusterFigures } from './backend-figures.js';

const KV_FIELDS = ['kvCacheCapacityTokens', 'kvCacheUsedTokens', 'kvCacheFreeTokens'] as const;

/**
 * What the doors to one engine say about the engine itself: the same thing each, so the latest
 * report counts alone. Among equally late ones, and where none reports, the first door counts.
 */
export const figuresOfSharedEngine = (backends: readonly BackendFigures[]): ClusterFigures => {
  const latest = backends.toSorted((a, b) => later(a, b)).map(({ stats }) => stats);
  const kv = latest.find((stats) => KV_FIELDS.some((field) => stats[field] !== undefined)) ?? {};
  const greatest = Math.max(...knownValues(backends, 'maxInputTps'));
  return {
    ...Object.fromEntries(KV_FIELDS.map((field) => [field, kv[field]])),
    maxEngineConcurrency: firstOf(latest, 'maxEngineConcurrency', (slots) => slots > 0),
    numRunningQueries: firstOf(latest, 'numRunningQueries', () => true),
    queueTimeEstimateMsByPriority: firstOf(latest, 'queueTimeEstimateMsByPriority', () => true),
    maxInputTps: greatest > 0 ? greatest : undefined,
  };
};

const later = (a: BackendFigures, b: BackendFigures): number =>
  a.reportedAtMs === b.reportedAtMs ? 0 : b.reportedAtMs - a.reportedAtMs;

/** The latest value that is said at all. */
const firstOf = <K extends keyof ClusterStats>(
  latest: readonly Partial<ClusterStats>[],
  field: K,
  isSaid: (value: NonNullable<ClusterStats[K]>) => boolean,
): ClusterStats[K] | undefined => {
  for (const { [field]: value } of latest) {
    if (value !== undefined && isSaid(value)) return value;
  }
  return undefined;
};
