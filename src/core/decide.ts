import { exceedsInputWork, missingRequirement } from './admission.js';
import { decidePowerOfN } from './algorithms/power-of-n.js';
import { decidePulsar } from './algorithms/pulsar.js';
import { decidePulsarWaitAndWiden } from './algorithms/pulsar-wait-and-widen.js';
import { decideRandom } from './algorithms/random.js';
import { decideRoundRobin } from './algorithms/round-robin.js';
import { decideWaitAndWiden } from './algorithms/wait-and-widen.js';
import type { DecisionContext } from './decision-context.js';
import type { Decision } from './decision.js';
import { unavailable, unclassified } from './outcome.js';
import type { SessionPlan } from './session-plan.js';

/**
 * One decision: checks, then the algorithm of the policy. `decide`, `explain` and `timeline` all
 * come through here.
 */
export const decideIn = (context: DecisionContext, plan: SessionPlan, cursor: number): Decision => {
  const missing = missingRequirement(context);
  if (missing !== undefined) return { kind: 'rejected', code: missing };
  if (context.membership.size === 0) return unavailable(context, unclassified, null);
  if (exceedsInputWork(context)) return { kind: 'rejected', code: 'input_work_limit_exceeded' };
  switch (context.policy.algorithm) {
    case 'wait-and-widen':
      return decideWaitAndWiden(context, plan);
    case 'pulsar-wait-and-widen':
      return decidePulsarWaitAndWiden(context, plan);
    case 'pulsar':
      return decidePulsar(context);
    case 'power-of-n':
      return decidePowerOfN(context);
    case 'random':
      return decideRandom(context);
    case 'round-robin':
      return decideRoundRobin(context, cursor);
  }
};
