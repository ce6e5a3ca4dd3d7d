/** Checks made before any selection. */
import { algorithmOf } from './algorithms/table.js';
import type { DecisionContext } from './selection/decision-context.js';
import type { RejectionCode } from './decision.js';
import { isKvFeasible } from './view/estimate.js';
import { hasAffinityKey } from './request.js';
import { weightColumn } from './view/view.js';

/** A required field that the request lacks, if any. */
export const missingRequirement = ({
  policy,
  request,
}: DecisionContext): RejectionCode | undefined => {
  if (policy.requireCacheAffinityKey && !hasAffinityKey(request)) {
    return 'cache_affinity_key_required';
  }
  const needsTokens = policy.requireInputTokens || policy.considerKvFreeTokens;
  if (needsTokens && request.inputTokens === undefined) return 'input_tokens_required';
  return undefined;
};

/**
 * Whether the target's queued prefill work, with this request, exceeds `max_input_work_seconds`.
 * Sums run in cluster-id order, so that the order of the snapshot does not matter.
 */
export const exceedsInputWork = (context: DecisionContext): boolean => {
  const limitSeconds = context.policy.maxInputWorkSeconds;
  if (limitSeconds === undefined) return false;
  const { columns, membership } = context;
  let queuedTokens = 0;
  let tokensPerSecond = 0;
  let eligible = 0;
  for (let cluster = 0; cluster < membership.size; cluster++) {
    if (!isEligible(context, cluster)) continue;
    eligible++;
    queuedTokens += columns.queuedTokens[cluster]!;
    tokensPerSecond += columns.meanInputTps[cluster]!;
  }
  if (eligible === 0) return false;
  if (tokensPerSecond === 0 || tokensPerSecond === Infinity) return true;
  return (context.inputTokens + queuedTokens) / tokensPerSecond > limitSeconds;
};

const isEligible = (context: DecisionContext, cluster: number): boolean => {
  const { policy, columns, excluded, neededKvTokens } = context;
  if (excluded?.[cluster] === 1) return false;
  if (algorithmOf(policy).ranksBy !== 'ranking') return true;
  const weight = weightColumn(columns, policy.rendezvousWeight)[cluster]!;
  return weight > 0 && isKvFeasible(columns, cluster, neededKvTokens);
};
