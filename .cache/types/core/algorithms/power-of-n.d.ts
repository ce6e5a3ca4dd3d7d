/**
 * power-of-n: sample a few clusters, take the best of them.
 *
 * Use it where affinity does not matter. Two samples already avoid most of the imbalance of a
 * random choice, and do not herd on stale statistics as "the least loaded" would (Mitzenmacher,
 * "The power of two choices in randomized load balancing", 2001). It looks at no capacity.
 */
import { type Attempt } from '../attempt.js';
import type { Decision } from '../decision.js';
export declare const decidePowerOfN: (attempt: Attempt) => Decision;
