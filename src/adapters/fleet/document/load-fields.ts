import type { ClusterStats } from '../../../core/snapshot/snapshot.js';

/** What changes with every request, as opposed to what an engine is able to do. */
const LOAD_FIELDS: ReadonlySet<string> = new Set<keyof ClusterStats>([
  'outputTps',
  'queueSize',
  'queuedInputSize',
  'numRunningQueries',
  'totalQueryInputSize',
  'kvCacheCapacityTokens',
  'kvCacheUsedTokens',
  'kvCacheFreeTokens',
  'queueTimeEstimateMsByPriority',
]);

/** Whether statistics tell of load, and so are a report rather than configuration. */
export const tellsLoad = (stats: Partial<ClusterStats>): boolean =>
  Object.keys(stats).some((field) => LOAD_FIELDS.has(field) && field !== 'kvCacheCapacityTokens');

/** What an engine has at work rather than queued; it counts on when a report is old. */
const RUNNING_FIELDS: ReadonlySet<string> = new Set<keyof ClusterStats>([
  'numRunningQueries',
  'outputTps',
]);

/**
 * The figures of a report that is too old to be true of queues and caches: `defaults` there, and of
 * what ran so much that one slot is free.
 */
export const outdated = (
  stats: Partial<ClusterStats>,
  defaults: Partial<ClusterStats>,
): Partial<ClusterStats> => {
  const kept = Object.entries(stats).filter(
    ([field]) => !LOAD_FIELDS.has(field) || RUNNING_FIELDS.has(field),
  );
  const { maxEngineConcurrency: slots = 0, numRunningQueries: running } = stats;
  return {
    ...defaults,
    ...Object.fromEntries(kept),
    ...(running !== undefined && slots > 0 && { numRunningQueries: Math.min(running, slots - 1) }),
  };
};
