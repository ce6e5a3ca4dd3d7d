import type { ClusterStats } from '../../../core/snapshot.js';

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

/** What is left of a report that is too old to tell of load. */
export const withoutLoad = (stats: Partial<ClusterStats>): Partial<ClusterStats> =>
  Object.fromEntries(Object.entries(stats).filter(([field]) => !LOAD_FIELDS.has(field)));
