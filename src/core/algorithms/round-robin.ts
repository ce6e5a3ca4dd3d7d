/**
 * round-robin: the clusters in turn, in the order of their ids.
 *
 * Use it where requests and clusters are alike. The turn is an argument and the next one a
 * result; whoever calls keeps it, per policy and target.
 */
import type { Algorithm } from '../algorithm.js';
import type { DecisionContext } from '../decision-context.js';
import type { Decision } from '../decision.js';
import { selected, unavailable, unclassified } from '../outcome.js';
import { gatherRemaining } from './remaining.js';

const decideRoundRobin = (context: DecisionContext, cursor: number): Decision => {
  const count = gatherRemaining(context, 'not_its_turn');
  if (count === 0) return unavailable(context, unclassified, null);
  const turn = Number.isSafeInteger(cursor) && cursor >= 0 ? cursor : 0;
  const cluster = context.membership.scratch.eligible[turn % count]!;
  context.trace?.note(cluster, 'chosen');
  return {
    ...selected(context, unclassified, { cluster, rankDepth: 1, phase: 'direct' }),
    nextCursor: turn === Number.MAX_SAFE_INTEGER ? 0 : turn + 1,
  };
};

export const roundRobin: Algorithm = {
  decide: (context, _, cursor) => decideRoundRobin(context, cursor),
  ranksBy: null,
  looksAtCapacity: false,
  compares: null,
};
