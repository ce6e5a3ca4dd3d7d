/** What sampled clusters are compared by. Lower wins. */
import type { DecisionContext } from './decision-context.js';
import { estimateInputWorkSeconds, estimatePrefillMs, estimateQueueMs } from '../view/estimate.js';
import type { ComparatorName } from '../config/fields.js';

/** The score of one cluster; `scale` discounts the prefill in the affinity phase. */
export const scoreCluster = (
  context: DecisionContext,
  comparator: ComparatorName,
  cluster: number,
  scale: number,
): number => {
  const { columns, inputTokens, priority } = context;
  switch (comparator) {
    case 'ttft':
      return (
        columns.rttMs[cluster]! +
        estimateQueueMs(columns, cluster, priority) +
        estimatePrefillMs(columns, cluster, inputTokens, scale)
      );
    case 'queue-time':
      return estimateQueueMs(columns, cluster, priority);
    case 'input-work-seconds':
      return estimateInputWorkSeconds(columns, cluster, inputTokens);
    case 'utilization':
      return columns.running[cluster]! / Math.max(1, columns.slots[cluster]!);
    case 'num-requests-queued':
      return columns.queueSize[cluster]!;
  }
};

/**
 * Keeps of the first `count` entries those with the lowest score, in front; returns how many.
 * `scores` are indexed by entry.
 */
export const keepLowest = (entries: Uint32Array, scores: Float64Array, count: number): number => {
  let kept = 0;
  let lowest = Infinity;
  for (let i = 0; i < count; i++) {
    const entry = entries[i]!;
    const value = scores[entry]!;
    if (value < lowest) {
      lowest = value;
      kept = 0;
    }
    if (value === lowest) entries[kept++] = entry;
  }
  return kept;
};
