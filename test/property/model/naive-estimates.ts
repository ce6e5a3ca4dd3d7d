/** Estimates for one cluster, term by term. */
import type { RoutingRequest } from '../../../src/core/request.js';
import type { Cluster } from '../../../src/core/snapshot/snapshot.js';
import type { NaiveSettings } from './naive-settings.js';

export const validRate = (tps: number | undefined): number =>
  tps !== undefined && Number.isFinite(tps) && tps > 0 ? tps : 0;

/** Queue delay: a free slot, else the published estimate, else the work in the queue. */
export const queueMs = ({ stats }: Cluster, priority: number): number => {
  const { maxEngineConcurrency, numRunningQueries, queuedInputSize } = stats;
  if (maxEngineConcurrency > 0 && numRunningQueries < maxEngineConcurrency) return 0;
  const published = Object.entries(stats.queueTimeEstimateMsByPriority);
  if (published.length > 0) {
    const reached = published.filter(([key]) => Number(key) <= priority);
    const greatest = Math.max(...reached.map(([key]) => Number(key)));
    return reached.find(([key]) => Number(key) === greatest)?.[1] ?? 0;
  }
  if (queuedInputSize === 0) return 0;
  const tps = validRate(stats.lastMeanInputTps);
  return tps === 0 ? Infinity : Math.ceil((queuedInputSize / tps) * 1000);
};

export const prefillMs = ({ stats }: Cluster, inputTokens: number, scale: number): number => {
  const tps = validRate(stats.lastMeanInputTps);
  if (inputTokens > 0 && tps === 0) return Infinity;
  return inputTokens * scale === 0 ? 0 : ((inputTokens * scale) / tps) * 1000;
};

/** TTFT as buckets see it. */
export const ttftMs = (
  settings: NaiveSettings,
  cluster: Cluster,
  request: RoutingRequest,
  scale: number,
): number =>
  cluster.rttMs +
  (settings.ignoreQueueTime ? 0 : queueMs(cluster, request.priority ?? 0)) +
  (settings.ignoreInputProcessingTime ? 0 : prefillMs(cluster, request.inputTokens ?? 0, scale));

export const inputWorkSeconds = ({ stats }: Cluster, inputTokens: number): number => {
  const tokens = stats.queuedInputSize + inputTokens;
  const tps = validRate(stats.lastMeanInputTps);
  if (tokens === 0) return 0;
  return tps === 0 ? Infinity : tokens / tps;
};

export const hasCapacity = ({ stats }: Cluster, allowance: number): boolean =>
  stats.maxEngineConcurrency === 0 ||
  stats.numRunningQueries < stats.maxEngineConcurrency + allowance;

export const isKvFeasible = ({ stats }: Cluster, inputTokens: number): boolean => {
  const { kvCacheCapacityTokens, kvCacheUsedTokens, kvCacheFreeTokens } = stats;
  const isReported = kvCacheCapacityTokens + kvCacheUsedTokens + kvCacheFreeTokens > 0;
  return isReported && kvCacheFreeTokens >= inputTokens;
};

/** The queue SLO at one moment; Infinity without one. */
export const queueLimitMs = (
  { maxQueueTimeFloorMs: floor, maxQueueTimeCeilMs: ceil }: NaiveSettings,
  requestSloMs: number | undefined,
  elapsedMs: number,
): number => {
  if (floor === undefined || ceil === undefined) return Infinity;
  const share =
    requestSloMs !== undefined && requestSloMs > 0 ? Math.min(elapsedMs / requestSloMs, 1) : 1;
  return floor + (ceil - floor) * share;
};
