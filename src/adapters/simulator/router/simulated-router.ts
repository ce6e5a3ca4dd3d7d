/**
 * One router: decides, lets requests wait, and wakes them.
 *
 * The rules are those of the routing loop of `homeward router`: elapsed time is compared with the
 * promised moments, a request that finds nothing waits for a change while its wait limit lasts,
 * and after a change one pass goes through the waiting requests in order of arrival, deciding for
 * those that the change can concern (`canChange`, the very function).
 */
import type { Unavailable, Wait } from '../../../core/decision.js';
import { slidesWithTime } from '../../../core/wake.js';
import { canChange } from '../../../decide.js';
import type { Selector } from '../policy/selector.js';
import type { ClusterBoard } from './cluster-board.js';
import type { Flight } from './flight.js';

/** Longest wait of any request, ms. */
const MAX_WAIT_CAP_MS = 60_000;

/** Longest sleep of a request whose chances slide with time, ms. */
const SLIDING_POLL_MS = 25;

/** What a router asks of its surroundings. */
export type RouterEvents = Readonly<{
  /** Wants `wake` to be called at a moment. */
  onWake: (flight: Flight, atMs: number) => void;
  /** Wants `pass` to be called at this moment, after what else happens at it. */
  onPass: (router: SimulatedRouter) => void;
  /** A cluster is chosen: `flight.cluster`. */
  onSelected: (flight: Flight, nowMs: number) => void;
  onRefused: (flight: Flight, nowMs: number) => void;
}>;

export class SimulatedRouter {
  readonly #waiting = new Set<Flight>();
  #change = 0;
  #isPassDue = false;

  constructor(
    readonly index: number,
    readonly board: ClusterBoard,
    readonly selector: Selector,
    /** `x-max-wait-ms` of every request, if any. */
    readonly maxWaitMs: number | undefined,
    readonly events: RouterEvents,
  ) {}

  /** Requests that wait. */
  get waitingCount(): number {
    return this.#waiting.size;
  }

  /** Decides a request that has arrived, or that its cluster has turned away. */
  look(flight: Flight, nowMs: number): void {
    const elapsedMs = elapsedAt(flight, nowMs);
    const decision = this.selector.decide(this.board, flight, elapsedMs);
    flight.seenChange = this.#change;
    if (decision.kind === 'rejected') {
      this.#refuse(flight, nowMs);
      return;
    }
    if (decision.sessionState !== null && flight.request.sessionState === undefined) {
      flight.request = { ...flight.request, sessionState: decision.sessionState };
    }
    if (decision.kind !== 'selected') {
      this.#sleepOrRefuse(flight, decision, nowMs);
      return;
    }
    this.#waiting.delete(flight);
    flight.waitMs = elapsedMs;
    flight.selected = decision;
    flight.cluster = this.board.indexOf(decision.clusterId);
    this.events.onSelected(flight, nowMs);
  }

  /** Looks again for a request, if this is still when it is due. */
  wake(flight: Flight, nowMs: number): void {
    if (flight.dueMs === nowMs && this.#waiting.has(flight)) this.look(flight, nowMs);
  }

  /** Something changed that may let a request go. */
  changed(): void {
    this.#change++;
    if (this.#waiting.size === 0 || this.#isPassDue) return;
    this.#isPassDue = true;
    this.events.onPass(this);
  }

  /** Goes through the waiting requests once. */
  pass(nowMs: number): void {
    this.#isPassDue = false;
    for (const flight of this.#waiting) {
      if (flight.seenChange === this.#change) continue;
      flight.seenChange = this.#change;
      if (this.#isConcerned(flight, nowMs)) this.look(flight, nowMs);
    }
  }

  #sleepOrRefuse(flight: Flight, decision: Wait | Unavailable, nowMs: number): void {
    const { maxWaitMs } = this;
    const endMs = flight.arrivedMs + Math.min(maxWaitMs ?? MAX_WAIT_CAP_MS, MAX_WAIT_CAP_MS);
    const finds = decision.kind === 'wait' || maxWaitMs !== undefined;
    if (!finds || nowMs >= endMs || this.#isExhausted(flight)) {
      this.#refuse(flight, nowMs);
      return;
    }
    this.#waiting.add(flight);
    flight.decision = decision;
    flight.promisedMs = decision.kind === 'wait' ? decision.untilMs : undefined;
    flight.dueMs = Math.min(endMs, this.#lookAgainMs(flight, decision, nowMs));
    this.events.onWake(flight, flight.dueMs);
  }

  /** A view stands as it is; new ones wake the request. */
  #lookAgainMs(flight: Flight, decision: Wait | Unavailable, nowMs: number): number {
    if (decision.kind === 'wait') return flight.arrivedMs + decision.untilMs;
    const { policy } = this.selector;
    const slides = policy !== undefined && slidesWithTime(policy, flight.request);
    return slides ? nowMs + SLIDING_POLL_MS : Infinity;
  }

  #isConcerned(flight: Flight, nowMs: number): boolean {
    const { decision, request } = flight;
    const { policy } = this.selector;
    if (policy === undefined || decision === undefined) return true;
    const last = { last: decision, elapsedMs: elapsedAt(flight, nowMs) };
    return canChange(policy, this.board.view, request, last, this.board.spareCapacity);
  }

  /** Whether every cluster of the view is ruled out. */
  #isExhausted({ request: { excludedClusterIds = [] } }: Flight): boolean {
    if (excludedClusterIds.length === 0) return false;
    return this.board.view.clusterIds.every((id) => excludedClusterIds.includes(id));
  }

  #refuse(flight: Flight, nowMs: number): void {
    this.#waiting.delete(flight);
    flight.waitMs = nowMs - flight.arrivedMs;
    this.events.onRefused(flight, nowMs);
  }
}

/** A decision at the promised moment counts as made at it, however times round. */
const elapsedAt = ({ arrivedMs, promisedMs }: Flight, nowMs: number): number => {
  const isDue = promisedMs !== undefined && nowMs >= arrivedMs + promisedMs;
  return isDue ? Math.max(nowMs - arrivedMs, promisedMs) : nowMs - arrivedMs;
};
