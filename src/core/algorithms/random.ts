/**
 * random: any cluster that is not excluded, uniformly.
 *
 * Use it as a baseline, or where nothing is known about load.
 */
import { sampleToFront, type Attempt } from '../attempt.js';
import type { Decision } from '../decision.js';
import { selected, unavailable, unclassified } from '../outcome.js';
import { gatherRemaining, noteFront } from './remaining.js';

export const decideRandom = (attempt: Attempt): Decision => {
  const { eligible } = attempt.membership.scratch;
  const count = gatherRemaining(attempt, 'not_sampled');
  if (count === 0) return unavailable(attempt, unclassified, null);
  if (count > 1) sampleToFront(eligible, count, 1, attempt);
  noteFront(attempt, 1, 'chosen');
  return selected(attempt, unclassified, { cluster: eligible[0]!, rankDepth: 1, phase: 'direct' });
};
