/**
 * round-robin: the clusters in turn, in the order of their ids.
 *
 * Use it where requests and clusters are alike. The turn is an argument and the next one a
 * result; the caller keeps it, per policy and target.
 */
import type { Algorithm } from './algorithm.js';
import type { DecisionContext } from '../selection/decision-context.js';
import type { Decision } from '../decision.js';
import { selectedInTurn, unavailable, unclassified } from '../outcome.js';
import { gatherRemaining } from './remaining.js';

const decideRoundRobin = (context: DecisionContext, cursor: number): Decision => {
  const turn = Number.isSafeInteger(cursor) && cursor >= 0 ? cursor : 0;
  const cluster = clusterInTurn(context, turn);
  if (cluster < 0) return unavailable(context, unclassified, null);
  context.trace?.note(cluster, 'chosen');
  return selectedInTurn(context, cluster, turn === Number.MAX_SAFE_INTEGER ? 0 : turn + 1);
};

/** The cluster whose turn it is; -1 when none is left. */
const clusterInTurn = (context: DecisionContext, turn: number): number => {
  const { membership, excluded, trace } = context;
  // With every cluster in the round, the n-th of them is the n-th of all.
  if (excluded === null && trace === null) return turn % membership.size;
  const count = gatherRemaining(context, 'not_its_turn');
  return count === 0 ? -1 : membership.scratch.eligible[turn % count]!;
};

export const roundRobin: Algorithm = {
  decide: (context, _, cursor) => decideRoundRobin(context, cursor),
  ranksBy: null,
  looksAtCapacity: false,
  compares: null,
};
