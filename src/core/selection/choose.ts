/** The last step of a pick: the best of a sample of the clusters that may be chosen. */
import { sampleToFront } from './chance.js';
import { keepLowest, scoreCluster } from './comparator.js';
import type { DecisionContext } from './decision-context.js';
import { estimateQueueMs } from '../view/estimate.js';
import type { LaidOut, Pool } from './pool.js';

/**
 * The best of a sample of n of the first `count` positions in `scratch.eligible`, ties broken
 * uniformly; returns its position. Draws only if it has to.
 */
export const chooseEligible = (
  context: DecisionContext,
  pool: Pool,
  laid: LaidOut,
  count: number,
): number => {
  const { eligible } = context.membership.scratch;
  if (count === 1) return eligible[0]!;
  const sampled = Math.min(context.policy.n, count);
  if (count > sampled) sampleToFront(eligible, count, sampled, context);
  noteEach(context, laid, sampled, 'worse_score');
  const best = keepBest(context, pool, laid, sampled);
  if (best > 1) {
    noteEach(context, laid, best, 'lost_tie');
    sampleToFront(eligible, best, 1, context);
  }
  return eligible[0]!;
};

/** Whether sampled clusters are compared by the very TTFT that buckets are formed by. */
export const isByTtft = ({ policy }: DecisionContext, { compares }: Pool): boolean =>
  compares === 'comparator' && policy.comparesByBucketTtft;

const keepBest = (context: DecisionContext, pool: Pool, laid: LaidOut, count: number): number => {
  const { eligible, scores } = context.membership.scratch;
  const { clusters, ttftMs } = laid;
  const { comparator } = context.policy;
  if (pool.compares === 'load') return keepLeastLoaded(context, laid, count);
  if (isByTtft(context, pool)) return keepLowest(eligible, ttftMs, count);
  for (let i = 0; i < count; i++) {
    const position = eligible[i]!;
    scores[position] = scoreCluster(context, comparator, clusters[position]!, pool.scale);
  }
  return keepLowest(eligible, scores, count);
};

/** Least queue delay; among equals least utilization, or least running if any slots are unknown. */
const keepLeastLoaded = (
  { columns, membership, priority }: DecisionContext,
  { clusters }: LaidOut,
  count: number,
): number => {
  const { eligible, scores } = membership.scratch;
  const { running, slots } = columns;
  for (let i = 0; i < count; i++) {
    const position = eligible[i]!;
    scores[position] = estimateQueueMs(columns, clusters[position]!, priority);
  }
  const equal = keepLowest(eligible, scores, count);
  if (equal === 1) return 1;
  let slotsKnown = true;
  for (let i = 0; i < equal; i++) {
    if (slots[clusters[eligible[i]!]!] === 0) slotsKnown = false;
  }
  for (let i = 0; i < equal; i++) {
    const position = eligible[i]!;
    const cluster = clusters[position]!;
    scores[position] = slotsKnown ? running[cluster]! / slots[cluster]! : running[cluster]!;
  }
  return keepLowest(eligible, scores, equal);
};

const noteEach = (
  { trace, membership }: DecisionContext,
  { clusters }: LaidOut,
  count: number,
  verdict: 'worse_score' | 'lost_tie',
): void => {
  if (trace === null) return;
  const { eligible } = membership.scratch;
  for (let i = 0; i < count; i++) trace.note(clusters[eligible[i]!]!, verdict);
};
