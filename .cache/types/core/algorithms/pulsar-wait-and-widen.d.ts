/**
 * pulsar-wait-and-widen: hold for the first ranks of the session's Pulsar ranking for X ms, then
 * widen along the ranking, band by band.
 *
 * Use it where clusters differ in size and a session's KV cache is worth a bounded wait. No rank
 * is exempt from load: a full first rank is waited for and then passed over. Bands double, as in
 * expanding-ring search, so a hot key spreads no further than its load demands.
 */
import type { Attempt } from '../attempt.js';
import type { Decision } from '../decision.js';
import type { SessionPlan } from '../session-plan.js';
export declare const decidePulsarWaitAndWiden: (attempt: Attempt, plan: SessionPlan) => Decision;
