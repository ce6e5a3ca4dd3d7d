/**
 * pulsar: the first eligible cluster of the session's Pulsar ranking, whatever its load.
 *
 * Use it for unlimited stickiness. Only exclusion and, when configured, free KV tokens move a
 * session down its ranking.
 */
import type { Attempt } from '../attempt.js';
import type { Decision } from '../decision.js';
export declare const decidePulsar: (attempt: Attempt) => Decision;
