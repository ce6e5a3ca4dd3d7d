/**
 * pulsar: the first eligible cluster of the session's Pulsar ranking, whatever its load.
 *
 * Use it for unlimited stickiness. Only exclusion and, when configured, free KV tokens move a
 * session down its ranking.
 */
import type { Algorithm } from './algorithm.js';
import type { DecisionContext } from '../selection/decision-context.js';
import type { Decision } from '../decision.js';
import { isKvFeasible } from '../view/estimate.js';
import { selected, unavailable, unclassified } from '../outcome.js';
import { clusterAt, type PlannedOrder } from '../orders/order.js';
import { isSkippedForKv, rankingOf } from './ranked.js';

const decidePulsar = (context: DecisionContext): Decision => {
  const ranking = rankingOf(context);
  const position = firstEligible(context, ranking);
  if (position < 0) return unavailable(context, unclassified, ranking.order);
  return selected(context, unclassified, {
    cluster: clusterAt(ranking, position),
    rankDepth: position + 1,
    phase: 'direct',
    skippedForKvFreeTokens: isSkippedForKv(context, ranking, position),
  });
};

const firstEligible = (context: DecisionContext, ranking: PlannedOrder): number => {
  const { columns, excluded, neededKvTokens, trace } = context;
  trace?.begin('direct');
  let chosen = -1;
  for (let position = 0; position < ranking.length; position++) {
    const cluster = clusterAt(ranking, position);
    if (excluded?.[cluster] === 1) trace?.note(cluster, 'excluded');
    else if (!isKvFeasible(columns, cluster, neededKvTokens)) trace?.note(cluster, 'kv_infeasible');
    else if (chosen >= 0) trace?.note(cluster, 'lower_rank');
    else {
      trace?.note(cluster, 'chosen');
      chosen = position;
      if (trace === null) return chosen;
    }
  }
  return chosen;
};

export const pulsar: Algorithm = {
  decide: decidePulsar,
  ranksBy: 'ranking',
  looksAtCapacity: false,
  compares: null,
};
