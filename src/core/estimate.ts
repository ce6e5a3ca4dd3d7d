/** Estimates for one cluster: queue delay, prefill, capacity. All delays in ms. */
import type { DecisionContext } from './decision-context.js';
import type { Policy } from './config/policy.js';
import type { Columns } from './view.js';

/**
 * Queue delay of a cluster: 0 with a free slot; else the published estimate of the greatest
 * priority <= the request's (0 if there is none); else the queued prefill work over the rate.
 */
export const estimateQueueMs = (columns: Columns, cluster: number, priority: number): number => {
  const fixed = columns.queueMs[cluster]!;
  if (!Number.isNaN(fixed)) return fixed;
  const { priorities, delaysMs } = columns.estimates[cluster]!;
  let delayMs = 0;
  for (let i = 0; i < priorities.length && priorities[i]! <= priority; i++) delayMs = delaysMs[i]!;
  return delayMs;
};

/**
 * Prefill of `inputTokens`, discounted by `scale`. A scale of 0 does not make a cluster of
 * unknown throughput usable.
 */
export const estimatePrefillMs = (
  columns: Columns,
  cluster: number,
  inputTokens: number,
  scale: number,
): number => {
  if (inputTokens === 0) return 0;
  const tps = columns.meanInputTps[cluster]!;
  return tps === 0 ? Infinity : ((inputTokens * scale) / tps) * 1000;
};

/** TTFT as buckets see it: the policy may leave queue delay or prefill out. */
export const estimateBucketTtftMs = (
  context: DecisionContext,
  cluster: number,
  scale: number,
): number => {
  const { columns, policy, priority, inputTokens } = context;
  const queueMs = policy.ignoreQueueTime ? 0 : estimateQueueMs(columns, cluster, priority);
  const prefillMs = policy.ignoreInputProcessingTime
    ? 0
    : estimatePrefillMs(columns, cluster, inputTokens, scale);
  return columns.rttMs[cluster]! + queueMs + prefillMs;
};

/** Seconds of prefill work in the queue together with this request, undiscounted. */
export const estimateInputWorkSeconds = (
  columns: Columns,
  cluster: number,
  inputTokens: number,
): number => {
  const work = columns.queuedTokens[cluster]! + inputTokens;
  if (work === 0) return 0;
  const tps = columns.meanInputTps[cluster]!;
  return tps === 0 ? Infinity : work / tps;
};

/** Whether a cluster may take one more request; unknown slots count as capacity. */
export const hasCapacity = (columns: Columns, cluster: number, allowance: number): boolean => {
  const slots = columns.slots[cluster]!;
  return slots === 0 || columns.running[cluster]! < slots + allowance;
};

/** Whether a cluster's free KV tokens hold the prompt; `neededTokens` -1 asks nothing. */
export const isKvFeasible = (columns: Columns, cluster: number, neededTokens: number): boolean =>
  neededTokens < 0 ||
  (columns.kvFreeTokens[cluster]! >= 0 && columns.kvFreeTokens[cluster]! >= neededTokens);

/**
 * The queue SLO at one moment: it slides from floor to ceiling over the request SLO, counted
 * from arrival, and stands at the ceiling when the request has no positive SLO.
 */
export const queueLimitMs = (
  policy: Policy,
  requestSloMs: number | undefined,
  elapsedMs: number,
): number => {
  const { queueSlo } = policy;
  if (queueSlo === null) return Infinity;
  const hasSlo = requestSloMs !== undefined && requestSloMs > 0;
  const share = hasSlo ? Math.min(1, Math.max(0, elapsedMs / requestSloMs)) : 1;
  return queueSlo.floorMs + (queueSlo.ceilMs - queueSlo.floorMs) * share;
};
