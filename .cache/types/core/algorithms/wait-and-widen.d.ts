/**
 * wait-and-widen: hold for the session's affinity group for X ms, then go anywhere.
 *
 * Use it where clusters count as equals and a session's KV cache is worth a bounded wait. The
 * group is the first k clusters of a hash ring (see ring.ts); within it and afterwards the
 * choice is made by TTFT buckets (see pick.ts). Without an affinity key, or without k, every
 * cluster is in reach at once.
 */
import type { Attempt } from '../attempt.js';
import type { Decision } from '../decision.js';
import type { SessionPlan } from '../session-plan.js';
export declare const decideWaitAndWiden: (attempt: Attempt, plan: SessionPlan) => Decision;
/** Whether the request has an affinity group: it needs a key, and the policy a k. */
export declare const hasAffinityGroup: ({ policy, request }: Attempt) => boolean;
