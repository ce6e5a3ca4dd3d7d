/**
 * random: any cluster that is not excluded, uniformly.
 *
 * Use it as a baseline, or where nothing is known about load.
 */
import type { Algorithm } from './algorithm.js';
import { drawIndex } from '../selection/chance.js';
import type { DecisionContext } from '../selection/decision-context.js';
import type { Decision } from '../decision.js';
import { selected, unavailable, unclassified } from '../outcome.js';
import { gatherRemaining } from './remaining.js';

const decideRandom = (context: DecisionContext): Decision => {
  const cluster = drawCluster(context);
  if (cluster < 0) return unavailable(context, unclassified, null);
  context.trace?.note(cluster, 'chosen');
  return selected(context, unclassified, { cluster, rankDepth: 1, phase: 'direct' });
};

/** A cluster that is not excluded; -1 when there is none. */
const drawCluster = (context: DecisionContext): number => {
  const { membership, excluded, trace } = context;
  // With every cluster left, the n-th of them is the n-th of all.
  const isWhole = excluded === null && trace === null;
  const count = isWhole ? membership.size : gatherRemaining(context, 'not_sampled');
  if (count === 0) return -1;
  const at = count > 1 ? drawIndex(context, count) : 0;
  return isWhole ? at : membership.scratch.eligible[at]!;
};

export const random: Algorithm = {
  decide: decideRandom,
  ranksBy: null,
  looksAtCapacity: false,
  compares: null,
};
