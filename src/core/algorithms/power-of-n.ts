/**
 * power-of-n: sample a few clusters, take the best of them.
 *
 * Use it where affinity does not matter. Two samples already avoid most of the imbalance of a
 * random choice, and do not herd on stale statistics as "the least loaded" would (Mitzenmacher,
 * "The power of two choices in randomized load balancing", 2001). It looks at no capacity.
 */
import { sampleToFront, type Attempt } from '../attempt.js';
import { keepLowest, scoreCluster } from '../comparator.js';
import type { Decision } from '../decision.js';
import { selected, unavailable, unclassified } from '../outcome.js';
import { gatherRemaining, noteFront } from './remaining.js';

export const decidePowerOfN = (attempt: Attempt): Decision => {
  const { sampleCount, comparator } = attempt.policy;
  const { eligible, scores } = attempt.membership.scratch;
  const count = gatherRemaining(attempt, 'not_sampled');
  if (count === 0) return unavailable(attempt, unclassified, null);
  const sampled = Math.min(count, sampleCount);
  if (count > sampled) sampleToFront(eligible, count, sampled, attempt);
  noteFront(attempt, sampled, 'worse_score');
  for (let i = 0; i < sampled; i++) {
    const cluster = eligible[i]!;
    scores[cluster] = scoreCluster(attempt, comparator, cluster, 1);
  }
  const best = keepLowest(eligible, scores, sampled);
  noteFront(attempt, best, 'lost_tie');
  if (best > 1) sampleToFront(eligible, best, 1, attempt);
  noteFront(attempt, 1, 'chosen');
  return selected(attempt, unclassified, { cluster: eligible[0]!, rankDepth: 1, phase: 'direct' });
};
