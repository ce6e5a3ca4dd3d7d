/**
 * round-robin: the clusters in turn, in the order of their ids.
 *
 * Use it where requests and clusters are alike. The turn is an argument and the next one a
 * result; whoever calls keeps it, per policy and target.
 */
import type { Attempt } from '../attempt.js';
import type { Decision } from '../decision.js';
import { selected, unavailable, unclassified } from '../outcome.js';
import { gatherRemaining } from './remaining.js';

export const decideRoundRobin = (attempt: Attempt, cursor: number): Decision => {
  const count = gatherRemaining(attempt, 'not_its_turn');
  if (count === 0) return unavailable(attempt, unclassified, null);
  const turn = Number.isSafeInteger(cursor) && cursor >= 0 ? cursor : 0;
  const cluster = attempt.membership.scratch.eligible[turn % count]!;
  attempt.trace?.note(cluster, 'chosen');
  return {
    ...selected(attempt, unclassified, { cluster, rankDepth: 1, phase: 'direct' }),
    nextCursor: turn === Number.MAX_SAFE_INTEGER ? 0 : turn + 1,
  };
};
