import type { Decision } from './core/decision.js';
import { type Explanation } from './core/explain.js';
import type { Policy } from './core/config/policy.js';
import type { RoutingRequest } from './core/request.js';
import { type TimelineEntry } from './core/timeline.js';
import type { View } from './core/view.js';
/**
 * Decides where a request goes, `elapsedMs` after it arrived.
 *
 * Pure: the same arguments give the same decision in every process. Never throws. `cursor` is
 * the turn of round-robin (its next one comes back as `nextCursor`) and ignored otherwise. Pass
 * `sessionState` of the first decision back in with later attempts of the same request.
 *
 * @example
 * const decision = decide(policy, view, { requestId: 'r1', cacheAffinityKey: 's1' }, 0);
 * if (decision.kind === 'selected') send(decision.clusterId);
 */
export declare const decide: (policy: Policy, view: View, request: RoutingRequest, elapsedMs: number, cursor?: number) => Decision;
/** The decision `decide` makes, with a row per cluster that says what kept it out. */
export declare const explain: (policy: Policy, view: View, request: RoutingRequest, elapsedMs: number, cursor?: number) => Explanation;
/**
 * What a request that finds nothing would see as it waits on this view: decisions with the
 * elapsed time from which each holds, until nothing changes any more. `decide` at any elapsed
 * time equals the entry that covers it (but for `delayMs`, which counts from that time).
 */
export declare const timeline: (policy: Policy, view: View, request: RoutingRequest, cursor?: number) => readonly TimelineEntry[];
/**
 * The original affinity order of a request, cluster ids, first choice first; without promotion.
 * Undefined where the algorithm has none, or the request no affinity group.
 */
export declare const affinityOrder: (policy: Policy, view: View, request: RoutingRequest) => readonly string[] | undefined;
