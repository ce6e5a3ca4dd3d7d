import type { DecisionContext } from '../selection/decision-context.js';
import type { Verdict } from '../selection/trace.js';

/** Puts the clusters that are not excluded into `scratch.eligible`, ascending; returns how many. */
export const gatherRemaining = (context: DecisionContext, verdict: Verdict): number => {
  const { membership, excluded, trace } = context;
  const { eligible } = membership.scratch;
  if (excluded === null && trace === null) {
    eligible.set(membership.indices);
    return membership.size;
  }
  trace?.begin('direct');
  let count = 0;
  for (let cluster = 0; cluster < membership.size; cluster++) {
    const isExcluded = excluded?.[cluster] === 1;
    trace?.note(cluster, isExcluded ? 'excluded' : verdict);
    if (!isExcluded) eligible[count++] = cluster;
  }
  return count;
};

/** Notes a verdict on the first `count` clusters of `scratch.eligible`. */
export const noteFront = (
  { trace, membership }: DecisionContext,
  count: number,
  verdict: Verdict,
): void => {
  if (trace === null) return;
  for (let i = 0; i < count; i++) trace.note(membership.scratch.eligible[i]!, verdict);
};
