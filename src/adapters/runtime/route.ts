import type { Decision, Unavailable, Wait } from '../../core/decision.js';
import type { Explanation } from '../../core/explain.js';
import type { Policy } from '../../core/config/policy.js';
import type { RoutingRequest, SessionState } from '../../core/request.js';
import type { Target } from '../../core/snapshot/snapshot.js';
import type { View } from '../../core/view/view.js';
import { slidesWithTime, type Room } from '../../core/wake.js';
import { canChange, decide, explain } from '../../decide.js';
import type { Span, Telemetry } from '../telemetry/port.js';
import { reportDecision } from './decision-report.js';
import type { Instance, ServedTarget } from './served-target.js';

/** A decision and everything it was made from: the same arguments give it again. */
export type RecordedDecision = Readonly<{
  policy: Policy;
  /** As it stood, reservations included. */
  view: View;
  /** With what later attempts carry on: the classification and the clusters ruled out. */
  request: RoutingRequest;
  elapsedMs: number;
  /** Turn of round-robin before the decision. */
  cursor: number;
  decision: Decision;
}>;

/** Receives every decision, within the turn that makes it. What it throws is dropped. */
export type RecordDecision = (made: RecordedDecision) => void;

type RoutePorts = Readonly<{
  /** What serves a target now; undefined while nothing does. */
  findServed: (target: Target) => ServedTarget | undefined;
  telemetry: Telemetry;
  nowMs: () => number;
  span: Span | undefined;
  record: RecordDecision | undefined;
}>;

/**
 * One request on its way: it keeps the definition it started with and the classification of its
 * first decision, and decides on the latest view of its target. While the target is withdrawn that is
 * the last one it had.
 */
export class Route {
  #served: ServedTarget;
  #sessionState: SessionState | undefined;
  readonly #excluded = new Set<string>();
  /** The request of later attempts, while nothing of it changes. */
  #again: RoutingRequest | undefined;

  constructor(
    served: ServedTarget,
    readonly instance: Instance,
    readonly request: RoutingRequest,
    readonly ports: RoutePorts,
  ) {
    this.#served = served;
    this.#sessionState = request.sessionState;
    for (const id of request.excludedClusterIds ?? []) this.#excluded.add(id);
  }

  /** The class of its session, once it is known. */
  get sessionState(): SessionState | undefined {
    return this.#sessionState;
  }

  /** The target it is for, as it is served. */
  get target(): Target {
    return this.#served.target;
  }

  get policy(): Policy {
    return this.instance.definition.policy;
  }

  get view(): View {
    if (this.#served.isWithdrawn) {
      this.#served = this.ports.findServed(this.#served.target) ?? this.#served;
    }
    return this.#served.view;
  }

  /** Whether every cluster of the latest view is excluded. */
  get isExhausted(): boolean {
    return this.view.clusterIds.every((id) => this.#excluded.has(id));
  }

  /** Rules a cluster out for the rest of the request. */
  exclude(clusterId: string): void {
    this.#excluded.add(clusterId);
    this.#again = undefined;
  }

  decide(elapsedMs: number): Decision {
    const { telemetry, nowMs, span, record } = this.ports;
    const { policy, view, instance } = this;
    const { cursor } = instance;
    const request = this.#attempt();
    const startedMs = nowMs();
    const decision = decide(policy, view, request, elapsedMs, cursor);
    const durationMs = nowMs() - startedMs;
    if (decision.kind !== 'rejected') this.#keepState(decision.sessionState);
    if (decision.kind === 'selected' && decision.nextCursor !== undefined) {
      instance.cursor = decision.nextCursor;
    }
    const series = this.#served.series(telemetry.metrics, policy.algorithm);
    reportDecision(telemetry, { policy, view, request, decision, durationMs, span, series });
    record?.({ policy, view, request, elapsedMs, cursor, decision });
    return decision;
  }

  /**
   * What `decide` would answer if these clusters were ruled out as well; changes nothing and
   * reports nothing.
   */
  foresee(elapsedMs: number, excludedClusterIds: readonly string[]): Decision {
    const excluded =
      this.#excluded.size === 0 ? excludedClusterIds : [...this.#excluded, ...excludedClusterIds];
    const request = laterAttempt(this.request, excluded, this.#sessionState);
    return decide(this.policy, this.view, request, elapsedMs, this.instance.cursor);
  }

  /**
   * Whether deciding again may end or shorten the wait of a request that was told `last`, by the
   * latest view and the room that there is now.
   */
  canChange(last: Wait | Unavailable, elapsedMs: number, room: Room): boolean {
    return canChange(this.policy, this.view, this.#attempt(), { last, elapsedMs }, room);
  }

  /**
   * Whether time alone can change an `unavailable` answer, because a queue SLO slides. Else the
   * answer stands until there is a new view.
   */
  get slidesWithTime(): boolean {
    return slidesWithTime(this.policy, this.request);
  }

  /** What `decide` would answer, and why; changes nothing. */
  explain(elapsedMs: number): Explanation {
    return explain(this.policy, this.view, this.#attempt(), elapsedMs, this.instance.cursor);
  }

  #keepState(state: SessionState | null): void {
    if (state === null || this.#sessionState !== undefined) return;
    this.#sessionState = state;
    this.#again = undefined;
  }

  #attempt(): RoutingRequest {
    if (this.#sessionState === undefined && this.#excluded.size === 0) return this.request;
    // Kept, because a request that waits is asked often.
    return (this.#again ??= laterAttempt(this.request, [...this.#excluded], this.#sessionState));
  }
}

/** A request of which no member may be forgotten. */
type WholeRequest = { [K in keyof Required<RoutingRequest>]: RoutingRequest[K] };

/** The request with what its earlier attempts have brought to light. Spread, it would be slow. */
const laterAttempt = (
  request: RoutingRequest,
  excludedClusterIds: readonly string[],
  sessionState: SessionState | undefined,
): WholeRequest => ({
  requestId: request.requestId,
  cacheAffinityKey: request.cacheAffinityKey,
  inputTokens: request.inputTokens,
  priority: request.priority,
  requestSloMs: request.requestSloMs,
  lastClusterId: request.lastClusterId,
  excludedClusterIds,
  sessionState,
});
