/**
 * pulsar-wait-and-widen against a variant that sends a request to its first rank without a look
 * at load. The library has no such shortcut, because it lets a hot key flood a cluster; the
 * variant lives here to show what the load check costs.
 */
import { createDecisionContext } from '../../src/core/selection/decision-context.js';
import { rankingOf } from '../../src/core/algorithms/ranked.js';
import type { Decision } from '../../src/core/decision.js';
import { isKvFeasible } from '../../src/core/view/estimate.js';
import { selected, unclassified } from '../../src/core/outcome.js';
import type { Policy } from '../../src/core/config/policy.js';
import type { RoutingRequest } from '../../src/core/request.js';
import type { View } from '../../src/core/view/view.js';
import { decide } from '../../src/decide.js';
import { policyOf, requestOf, warmDecisions } from '../decision-loop.js';
import { FLEET_SIZES } from '../fleet.js';
import type { KeySet } from '../keys.js';
import { rememberedFleet } from '../remembered-fleet.js';
import type { Row, Subject } from '../subject.js';

export const rankOneShortcutRows = (keys: KeySet): readonly Row[] =>
  FLEET_SIZES.map((size) => ({
    group: 'rank-1 shortcut',
    name: 'with it, against the library without',
    clusterCount: size,
    build: () => {
      const { view } = rememberedFleet(size);
      const policy = policyOf({ algorithm: 'pulsar-wait-and-widen' });
      return {
        ours: shortcutDecisions(policy, view, keys),
        baseline: {
          kind: 'measured',
          label: 'without the shortcut',
          subject: warmDecisions({ policy, view }, keys),
        },
      };
    },
  }));

const shortcutDecisions = (policy: Policy, view: View, keys: KeySet): Subject => {
  let requests: readonly RoutingRequest[] = [];
  return {
    operationCount: keys.size,
    prepare: () => {
      requests = Array.from({ length: keys.size }, (_, i) => requestOf(i, keys.fresh(i)));
    },
    run: (from, to) => {
      let sum = 0;
      for (let i = from; i < to; i++) {
        sum += decideWithShortcut(policy, view, requests[i]!).kind.length;
      }
      return sum;
    },
  };
};

const decideWithShortcut = (policy: Policy, view: View, request: RoutingRequest): Decision => {
  const context = createDecisionContext(policy, view, request, 0, null);
  const { first: cluster } = rankingOf(context);
  if (
    cluster < 0 ||
    context.excluded?.[cluster] === 1 ||
    !isKvFeasible(context.columns, cluster, context.neededKvTokens)
  ) {
    return decide(policy, view, request, 0);
  }
  return selected(context, unclassified, { cluster, rankDepth: 1, phase: 'affinity' });
};
