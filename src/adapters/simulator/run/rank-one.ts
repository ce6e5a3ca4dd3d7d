import { compilePolicy, type Policy } from '../../../core/config/policy.js';
import { affinityOrder } from '../../../decide.js';
import { createView } from '../../platform/node.js';
import { idleView } from '../router/cluster-board.js';
import type { Scenario } from '../scenario/scenario.js';
import type { IsRankOne } from '../workload/synthetic.js';

/**
 * Tells whether a session has the wanted cluster first under every policy of a scenario, so that
 * all of them meet the same sessions; undefined where the scenario wants none.
 */
export const rankOneTest = (scenario: Scenario): IsRankOne | undefined => {
  const { workload, clusters, policies, modelId } = scenario;
  if (workload.kind !== 'synthetic' || workload.rankOne === undefined) return undefined;
  const { clusterId } = workload.rankOne;
  const view = idleView(clusters, createView, modelId);
  const compiled = policies.flatMap(({ chooses }) =>
    chooses.kind === 'policy' ? [compilePolicy(chooses.config)] : [],
  );
  // Policies that agree on the order need not be asked twice.
  const distinct = [...new Map(compiled.map((policy) => [orderOf(policy), policy])).values()];
  return (cacheAffinityKey) => {
    const request = { requestId: 'home', cacheAffinityKey };
    return distinct.every((policy) => {
      const order = affinityOrder(policy, view, request);
      return order === undefined || order[0] === clusterId;
    });
  };
};

/** What an affinity order depends on; algorithms without one agree among each other. */
const orderOf = ({ algorithm, seed, ringKey }: Policy): string => {
  switch (algorithm) {
    case 'wait-and-widen':
      return `ring ${ringKey}`;
    case 'pulsar':
    case 'pulsar-wait-and-widen':
      return `ranking ${seed}`;
    default:
      return 'none';
  }
};
