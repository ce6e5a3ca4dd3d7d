/**
 * power-of-n: sample a few clusters, take the best of them.
 *
 * Use it where affinity does not matter. Two samples already avoid most of the imbalance of a
 * random choice, and do not herd on stale statistics as "the least loaded" would (Mitzenmacher,
 * "The power of two choices in randomized load balancing", 2001). It looks at no capacity.
 */
import type { Algorithm } from './algorithm.js';
import { sampleToFront } from '../selection/chance.js';
import type { DecisionContext } from '../selection/decision-context.js';
import { keepLowest, scoreCluster } from '../selection/comparator.js';
import type { Decision } from '../decision.js';
import { selected, unavailable, unclassified } from '../outcome.js';
import { gatherRemaining, noteFront } from './remaining.js';

const decidePowerOfN = (context: DecisionContext): Decision => {
  const { sampleCount, comparator } = context.policy;
  const { eligible, scores } = context.membership.scratch;
  const count = gatherRemaining(context, 'not_sampled');
  if (count === 0) return unavailable(context, unclassified, null);
  const sampled = Math.min(count, sampleCount);
  if (count > sampled) sampleToFront(eligible, count, sampled, context);
  noteFront(context, sampled, 'worse_score');
  for (let i = 0; i < sampled; i++) {
    const cluster = eligible[i]!;
    scores[cluster] = scoreCluster(context, comparator, cluster, 1);
  }
  const best = keepLowest(eligible, scores, sampled);
  noteFront(context, best, 'lost_tie');
  if (best > 1) sampleToFront(eligible, best, 1, context);
  noteFront(context, 1, 'chosen');
  return selected(context, unclassified, { cluster: eligible[0]!, rankDepth: 1, phase: 'direct' });
};

export const powerOfN: Algorithm = {
  decide: decidePowerOfN,
  ranksBy: null,
  looksAtCapacity: false,
  compares: 'comparator',
};
