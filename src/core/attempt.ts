import { createGenerator, type Generator } from './chance.js';
import type { Policy } from './config/policy.js';
import type { RoutingRequest } from './request.js';
import type { Trace } from './trace.js';
import { View, type Columns } from './view.js';
import type { Membership } from './membership.js';
import type { AffinityOrders } from './orders/affinity-orders.js';

/** Everything one decision looks at, gathered once. */
export type Attempt = {
  readonly policy: Policy;
  readonly view: View;
  readonly membership: Membership;
  readonly columns: Columns;
  readonly orders: AffinityOrders;
  readonly request: RoutingRequest;
  readonly elapsedMs: number;
  readonly affinityKey: string;
  readonly inputTokens: number;
  readonly priority: number;
  /** 1 per excluded cluster; null when none is. */
  readonly excluded: Uint8Array | null;
  /** Greatest queue delay admitted at this moment; Infinity without a queue SLO. */
  readonly queueLimitMs: number;
  /** Free KV tokens a cluster must have; -1 when they are not looked at. */
  readonly neededKvTokens: number;
  /** Set by the first draw. */
  generator: Generator | null;
  /** The next elapsed time at which a bucket, band or phase opens; for the timeline. */
  nextOpeningMs: number;
  readonly trace: Trace | null;
};

export const createAttempt = (
  policy: Policy,
  view: View,
  request: RoutingRequest,
  elapsedMs: number,
  trace: Trace | null,
): Attempt => {
  const { membership, columns, orders } = View.stateOf(view);
  const inputTokens = request.inputTokens ?? 0;
  return {
    policy,
    view,
    membership,
    columns,
    orders,
    request,
    // A moment before arrival, or none, counts as arrival.
    elapsedMs: elapsedMs >= 0 ? elapsedMs : 0,
    affinityKey: request.cacheAffinityKey ?? '',
    inputTokens,
    priority: request.priority ?? 0,
    excluded: excludedClusters(membership, request.excludedClusterIds),
    queueLimitMs: queueLimitMs(policy, request.requestSloMs, elapsedMs >= 0 ? elapsedMs : 0),
    neededKvTokens: policy.considerKvFreeTokens ? inputTokens : -1,
    generator: null,
    nextOpeningMs: Infinity,
    trace,
  };
};

/**
 * The queue SLO at one moment: it slides from floor to ceiling over the request SLO, counted
 * from arrival, and stands at the ceiling when the request has no positive SLO.
 */
export const queueLimitMs = (
  policy: Policy,
  requestSloMs: number | undefined,
  elapsedMs: number,
): number => {
  const floor = policy.maxQueueTimeFloorMs;
  const ceiling = policy.maxQueueTimeCeilMs;
  if (floor === undefined || ceiling === undefined) return Infinity;
  const hasSlo = requestSloMs !== undefined && requestSloMs > 0;
  const share = hasSlo ? Math.min(1, Math.max(0, elapsedMs / requestSloMs)) : 1;
  return floor + (ceiling - floor) * share;
};

/** A number in [0, 1); seeds the generator on the first call. */
const draw = (attempt: Attempt): number => {
  attempt.generator ??= createGenerator(attempt.view, attempt.policy.seed, attempt.request);
  return attempt.generator();
};

/** Moves a uniform sample of `take` entries, without replacement, to the front of `entries`. */
export const sampleToFront = (
  entries: Uint32Array,
  count: number,
  take: number,
  attempt: Attempt,
): void => {
  for (let i = 0; i < take; i++) {
    const j = i + Math.floor(draw(attempt) * (count - i));
    const entry = entries[i]!;
    entries[i] = entries[j]!;
    entries[j] = entry;
  }
};

const excludedClusters = (
  membership: Membership,
  ids: readonly string[] | undefined,
): Uint8Array | null => {
  if (ids === undefined || ids.length === 0) return null;
  let excluded: Uint8Array | null = null;
  for (const id of ids) {
    const cluster = membership.indexOf.get(id);
    if (cluster === undefined) continue;
    excluded ??= new Uint8Array(membership.size);
    excluded[cluster] = 1;
  }
  return excluded;
};
