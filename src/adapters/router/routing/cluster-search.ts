/**
 * From a request to a reserved place on a backend, waiting as long as the decisions say.
 *
 * Elapsed time is compared with `untilMs` and the limits; delays are never added up.
 */
import type { Selected, Unavailable, Wait } from '../../../core/decision.js';
import type { Backend, Fleet } from '../../fleet/port.js';
import type { RoutingRuntime } from '../../runtime/index.js';
import { answerWith, rejectionAnswer } from './answer.js';
import type { Clock } from '../../time/clock.js';
import type { HintWatch } from './hint-watch.js';
import type { SpareCapacity } from '../waiting/spare-capacity.js';
import type { ReservationHandle, ReservationLedger } from '../reservations/reservation-ledger.js';
import {
  nameOf,
  noCapacity,
  refuse,
  waitOutcome,
  type Found,
  type SearchResult,
} from './search-result.js';
import { waitLimitMs, type Trip } from './trip.js';
import { lookUntilSettled, type Look } from '../waiting/wait-in-room.js';
import type { WaitingRooms } from '../waiting/waiting-rooms.js';

export type SearchPorts = Readonly<{
  runtime: RoutingRuntime;
  clock: Clock;
  fleet: Fleet;
  ledger: ReservationLedger;
  rooms: WaitingRooms;
  hints: HintWatch;
}>;

/** Longest sleep of a request for which no cluster can be chosen on the present view. */
const NEW_VIEW_POLL_MS = 25;

/** Searches until a place is reserved or there is nothing to wait for any more. */
export const searchCluster = async (
  ports: SearchPorts,
  trip: Trip,
  budgetMs = Infinity,
): Promise<SearchResult> => {
  const search = new Search(ports, trip, budgetMs);
  const room = ports.rooms.of(trip.target);
  const wait = { room, clock: ports.clock, signal: trip.signal };
  const result = await lookUntilSettled<SearchResult>(
    wait,
    () => search.look(),
    () => ({ kind: 'aborted' }),
  );
  search.noteWait(result);
  return result;
};

class Search {
  /** Elapsed time at which something was promised to open. */
  #promisedMs: number | undefined;
  /** Clock time at which it first had to wait. */
  #waitsSinceMs: number | undefined;
  #spareCapacity: SpareCapacity | undefined;

  constructor(
    readonly ports: SearchPorts,
    readonly trip: Trip,
    readonly budgetMs: number,
  ) {}

  /** Decides once; a selected cluster is reserved before anyone else decides. */
  look(): Look<SearchResult> {
    const { ports, trip } = this;
    ports.ledger.refresh(trip.target);
    for (;;) {
      if (ports.runtime.view(trip.target) === undefined) return this.#waitForTarget();
      if (this.#isExhausted) return settled(refuse(noCapacity(trip, 'all_excluded')));
      const decision = trip.route.decide(this.#elapsedMs());
      if (decision.kind === 'rejected') {
        return settled(refuse(rejectionAnswer(decision.code)));
      }
      this.#noteState(decision);
      if (decision.kind !== 'selected') return this.#sleepOrGiveUp(decision);
      const found = this.#place(decision);
      if (found !== undefined) return settled(found);
      // Its last backend left after the view was made.
      trip.route.exclude(decision.clusterId);
      trip.hasExcluded = true;
    }
  }

  /** Adds the time since it first had to wait to that of earlier searches of the request. */
  noteWait(result: SearchResult): void {
    if (this.#waitsSinceMs === undefined) return;
    const waitedMs = this.ports.clock.nowMs() - this.#waitsSinceMs;
    this.trip.waitedMs = (this.trip.waitedMs ?? 0) + waitedMs;
    this.trip.waitOutcome = waitOutcome(result);
  }

  /** A target that is withdrawn may come back; only who waits already waits for that. */
  #waitForTarget(): Look<SearchResult> {
    const { ports, trip } = this;
    this.#spareCapacity = undefined;
    if (!this.#isWaiting || ports.clock.nowMs() >= this.#endMs) {
      if (this.budgetMs < waitLimitMs(trip)) return settled({ kind: 'budget_over' });
      const message = `${nameOf(trip)} was withdrawn while the request was under way`;
      const outcome = this.#isWaiting ? 'timeout' : 'unavailable';
      return settled(refuse(answerWith('no_eligible_candidates', message), outcome));
    }
    return { kind: 'asleep', dueMs: this.#endMs, isConcerned: () => true };
  }

  get #isExhausted(): boolean {
    const { hasExcluded, route } = this.trip;
    return hasExcluded && route.isExhausted && route.view.clusterIds.length > 0;
  }

  /** It was told to wait before, in this search or an earlier one. */
  get #isWaiting(): boolean {
    return this.#waitsSinceMs !== undefined || this.trip.waitedMs !== undefined;
  }

  /** Clock time at which its wait ends. */
  get #endMs(): number {
    return this.trip.arrivedMs + Math.min(waitLimitMs(this.trip), this.budgetMs);
  }

  /** A decision at the promised moment counts as made at it, however the clock rounds. */
  #elapsedMs(): number {
    const { arrivedMs } = this.trip;
    const nowMs = this.ports.clock.nowMs();
    const promisedMs = this.#promisedMs;
    const isDue = promisedMs !== undefined && nowMs >= arrivedMs + promisedMs;
    return isDue ? Math.max(nowMs - arrivedMs, promisedMs) : nowMs - arrivedMs;
  }

  #noteState({ sessionState }: Selected | Wait | Unavailable): void {
    if (this.trip.isClassified || sessionState === null) return;
    this.trip.isClassified = true;
    this.ports.hints.note(this.trip.target, sessionState);
  }

  #sleepOrGiveUp(decision: Wait | Unavailable): Look<SearchResult> {
    const { trip, ports } = this;
    const nowMs = ports.clock.nowMs();
    const endMs = this.#endMs;
    if (decision.kind === 'unavailable' && !this.#waitsFor(decision)) {
      return settled(refuse(noCapacity(trip, decision.reason)));
    }
    if (nowMs >= endMs) {
      if (this.budgetMs < waitLimitMs(trip)) return settled({ kind: 'budget_over' });
      const why = decision.kind === 'wait' ? 'wait_limit_reached' : decision.reason;
      return settled(refuse(noCapacity(trip, why), 'timeout'));
    }
    this.#waitsSinceMs ??= nowMs;
    this.#promisedMs = decision.kind === 'wait' ? decision.untilMs : undefined;
    return {
      kind: 'asleep',
      dueMs: Math.min(endMs, this.#lookAgainMs(decision, nowMs)),
      isConcerned: () => this.#isConcerned(decision),
    };
  }

  /** With a limit of its own a request waits for anything, else for clusters to come back. */
  #waitsFor({ reason }: Unavailable): boolean {
    return (
      this.trip.request.maxWaitMs !== undefined || (reason === 'no_clusters' && this.#isWaiting)
    );
  }

  /** A view stands as it is; new ones wake the request, unless others publish them. */
  #lookAgainMs(decision: Wait | Unavailable, nowMs: number): number {
    const { trip, ports } = this;
    if (decision.kind === 'wait') return trip.arrivedMs + decision.untilMs;
    const isWoken = ports.ledger.spareCapacity(trip.target)?.isKnown ?? false;
    const canSlide = trip.route.slidesWithTime && this.#isConcerned(decision);
    return isWoken && !canSlide ? Infinity : nowMs + NEW_VIEW_POLL_MS;
  }

  #isConcerned(decision: Wait | Unavailable): boolean {
    const { trip } = this;
    // Looked up once: it lives as long as the target is served, and many requests ask.
    this.#spareCapacity ??= this.ports.ledger.spareCapacity(trip.target);
    const isBack = decision.kind === 'unavailable' && decision.reason === 'no_clusters';
    if (isBack || this.#spareCapacity === undefined) return true;
    return trip.route.canChange(decision, this.#elapsedMs(), this.#spareCapacity);
  }

  #place(selected: Selected): Found | undefined {
    const { target, barredIds } = this.trip;
    const backend = this.ports.fleet.chooseBackend(target, selected.clusterId, barredIds);
    if (backend === undefined) return undefined;
    return {
      kind: 'found',
      selected,
      backend,
      reservation: placeOn(this.ports, this.trip, backend),
    };
  }
}

/** Reserves a place on a backend for a request. */
export const placeOn = (
  { ledger }: Pick<SearchPorts, 'ledger'>,
  { target, request }: Trip,
  { id, clusterId }: Backend,
): ReservationHandle => {
  const { inputTokens, priority } = request;
  return ledger.reserve({ target, clusterId, backendId: id, inputTokens, priority });
};

const settled = (value: SearchResult): Look<SearchResult> => ({ kind: 'settled', value });
