/** Estimates for one cluster: queue delay, prefill, capacity. All delays in ms. */
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
