/**
 * random: any cluster that is not excluded, uniformly.
 *
 * Use it as a baseline, or where nothing is known about load.
 */
import type { Algorithm } from '../algorithm.js';
import { sampleToFront } from '../chance.js';
import type { DecisionContext } from '../decision-context.js';
import type { Decision } from '../decision.js';
import { selected, unavailable, unclassified } from '../outcome.js';
import { gatherRemaining, noteFront } from './remaining.js';

const decideRandom = (context: DecisionContext): Decision => {
  const { eligible } = context.membership.scratch;
  const count = gatherRemaining(context, 'not_sampled');
  if (count === 0) return unavailable(context, unclassified, null);
  if (count > 1) sampleToFront(eligible, count, 1, context);
  noteFront(context, 1, 'chosen');
  return selected(context, unclassified, { cluster: eligible[0]!, rankDepth: 1, phase: 'direct' });
};

export const random: Algorithm = {
  decide: decideRandom,
  ranksBy: null,
  looksAtCapacity: false,
  compares: null,
};
