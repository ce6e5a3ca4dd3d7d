import { exceedsInputWork, missingRequirement } from './admission.js';
import { decidePowerOfN } from './algorithms/power-of-n.js';
import { decidePulsar } from './algorithms/pulsar.js';
import { decidePulsarWaitAndWiden } from './algorithms/pulsar-wait-and-widen.js';
import { decideRandom } from './algorithms/random.js';
import { decideRoundRobin } from './algorithms/round-robin.js';
import { decideWaitAndWiden } from './algorithms/wait-and-widen.js';
import type { Attempt } from './attempt.js';
import type { Decision } from './decision.js';
import { unavailable, unclassified } from './outcome.js';
import type { SessionPlan } from './session-plan.js';

/**
 * One decision: checks, then the algorithm of the policy. `decide`, `explain` and `timeline` all
 * come through here.
 */
export const decideAttempt = (attempt: Attempt, plan: SessionPlan, cursor: number): Decision => {
  const missing = missingRequirement(attempt);
  if (missing !== undefined) return { kind: 'rejected', code: missing };
  if (attempt.membership.size === 0) return unavailable(attempt, unclassified, null);
  if (exceedsInputWork(attempt)) return { kind: 'rejected', code: 'input_work_limit_exceeded' };
  switch (attempt.policy.algorithm) {
    case 'wait-and-widen':
      return decideWaitAndWiden(attempt, plan);
    case 'pulsar-wait-and-widen':
      return decidePulsarWaitAndWiden(attempt, plan);
    case 'pulsar':
      return decidePulsar(attempt);
    case 'power-of-n':
      return decidePowerOfN(attempt);
    case 'random':
      return decideRandom(attempt);
    case 'round-robin':
      return decideRoundRobin(attempt, cursor);
  }
};
