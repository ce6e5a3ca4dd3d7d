import type { DecisionContext } from '../selection/decision-context.js';
import type { Decision } from '../decision.js';
import type { SessionPlan } from '../session-plan.js';

/** Everything that tells one algorithm from another. Each file of `algorithms/` exports one. */
export type Algorithm = Readonly<{
  /** Chooses; all checks before selection are done. `cursor` is the turn of round-robin. */
  decide: (context: DecisionContext, plan: SessionPlan, cursor: number) => Decision;
  /** The affinity order it goes by: a group on the hash ring, or the Pulsar ranking. */
  ranksBy: 'ring' | 'ranking' | null;
  /** Whether it chooses only clusters with capacity, so that without any it chooses none. */
  looksAtCapacity: boolean;
  /** What sampled clusters are compared by: the policy's `comparator`, or their load. */
  compares: 'comparator' | 'load' | null;
}>;
