import type { Policy } from './config/policy.js';
import type { SessionState } from './request.js';

/** How a request's session bends the affinity phase, as plain data (made in `src/session`). */
export type SessionPlan = Readonly<{
  /** null: not classified, everything is as configured. */
  state: SessionState | null;
  /** Effective affinity wait, ms. */
  waitMs: number;
  /** Effective affinity discount on prefill, 0 to 1. */
  scale: number;
  /** Index of the cluster to move to the front; -1 for none. */
  lastCluster: number;
}>;

/** The plan of a request that is not classified. */
export const configuredPlan = (policy: Policy): SessionPlan => ({
  state: null,
  waitMs: policy.cacheAffinityWaitMs,
  scale: policy.cacheAffinityInputTokensScale,
  lastCluster: -1,
});
