/**
 * From a request to a reserved place on a backend, waiting as long as the decisions say.
 *
 * Elapsed time is compared with `untilMs` and the limits; delays are never added up.
 */
import type { Selected, Unavailable, Wait } from '../../../core/decision.js';
import type { Backend, Fleet } from '../../fleet/port.js';
import type { RoutingRuntime } from '../../runtime/index.js';
import {
  answerWith,
  rejectionAnswer,
  nameOf,
  noCapacity,
  refuse,
  waitOutcome,
  type ReservedPlace,
  type SearchResult,
} from './outcomes.js';
import type { Clock } from '../../time/clock.js';
import type { HintWatch } from './hint-watch.js';
import type { SpareCapacity } from '../waiting/spare-capacity.js';
import type { ReservationHandle, ReservationLedger } from '../reservations/reservation-ledger.js';
import { waitLimitMs, type RequestContext } from './request-context.js';
import { pollUntilSettled, type PollResult } from '../waiting/wait-in-room.js';
import type { WaitingRooms } from '../waiting/waiting-rooms.js';

export type SearchDependencies = Readonly<{
  runtime: RoutingRuntime;
  clock: Clock;
  fleet: Fleet;
  ledger: ReservationLedger;
  rooms: WaitingRooms;
  hints: HintWatch;
}>;

/** Longest sleep of a request for which no cluster can be chosen on the present view. */
const NEW_VIEW_POLL_MS = 25;

/**
 * Searches until a place is reserved or there is nothing to wait for any more: at once, if it need
 * not wait.
 */
export const searchCluster = (
  dependencies: SearchDependencies,
  context: RequestContext,
  budgetMs = Infinity,
): SearchResult | Promise<SearchResult> => {
  const search = new Search(dependencies, context, budgetMs);
  const room = dependencies.rooms.of(context.target);
  const { signal, request } = context;
  const wait = { room, clock: dependencies.clock, signal, priority: request.priority };
  const result = pollUntilSettled<SearchResult>(
    wait,
    () => search.poll(),
    () => ({ kind: 'aborted' }),
  );
  if (!(result instanceof Promise)) return result;
  return result.then((found) => {
    search.noteWait(found);
    return found;
  });
};

class Search {
  /** Elapsed time at which something was promised to open. */
  #promisedMs: number | undefined;
  /** Clock time at which it first had to wait. */
  #waitsSinceMs: number | undefined;
  #spareCapacity: SpareCapacity | undefined;

  constructor(
    readonly dependencies: SearchDependencies,
    readonly context: RequestContext,
    readonly budgetMs: number,
  ) {}

  /** Decides once; a selected cluster is reserved before anyone else decides. */
  poll(): PollResult<SearchResult> {
    const { dependencies, context } = this;
    dependencies.ledger.refresh(context.target);
    for (;;) {
      if (dependencies.runtime.view(context.target) === undefined) return this.#waitForTarget();
      if (this.#isExhausted) return settled(refuse(noCapacity(context, 'all_excluded')));
      const decision = context.route.decide(this.#elapsedMs());
      if (decision.kind === 'rejected') {
        return settled(refuse(rejectionAnswer(decision.code)));
      }
      this.#noteState(decision);
      if (decision.kind !== 'selected') return this.#sleepOrGiveUp(decision);
      const found = this.#place(decision);
      if (found !== undefined) return settled(found);
      // Its last backend left after the view was made.
      context.route.exclude(decision.clusterId);
      context.hasExcluded = true;
    }
  }

  /** Adds the time since it first had to wait to that of earlier searches of the request. */
  noteWait(result: SearchResult): void {
    if (this.#waitsSinceMs === undefined) return;
    const waitedMs = this.dependencies.clock.nowMs() - this.#waitsSinceMs;
    this.context.waitedMs = (this.context.waitedMs ?? 0) + waitedMs;
    this.context.waitOutcome = waitOutcome(result);
  }

  /** A target that is withdrawn may come back; only who waits already waits for that. */
  #waitForTarget(): PollResult<SearchResult> {
    const { dependencies, context } = this;
    this.#spareCapacity = undefined;
    if (!this.#isWaiting || dependencies.clock.nowMs() >= this.#endMs) {
      if (this.budgetMs < waitLimitMs(context)) return settled({ kind: 'budget_over' });
      const message = `${nameOf(context)} was withdrawn while the request was under way`;
      const outcome = this.#isWaiting ? 'timeout' : 'unavailable';
      return settled(refuse(answerWith('no_eligible_candidates', message), outcome));
    }
    return { kind: 'asleep', dueMs: this.#endMs, canChange: () => true };
  }

  get #isExhausted(): boolean {
    const { hasExcluded, route } = this.context;
    return hasExcluded && route.isExhausted && route.view.clusterIds.length > 0;
  }

  /** It was told to wait before, in this search or an earlier one. */
  get #isWaiting(): boolean {
    return this.#waitsSinceMs !== undefined || this.context.waitedMs !== undefined;
  }

  /** Clock time at which its wait ends. */
  get #endMs(): number {
    return this.context.arrivedMs + Math.min(waitLimitMs(this.context), this.budgetMs);
  }

  /** A decision at the promised moment counts as made at it, however the clock rounds. */
  #elapsedMs(): number {
    const { arrivedMs } = this.context;
    const nowMs = this.dependencies.clock.nowMs();
    const promisedMs = this.#promisedMs;
    const isDue = promisedMs !== undefined && nowMs >= arrivedMs + promisedMs;
    return isDue ? Math.max(nowMs - arrivedMs, promisedMs) : nowMs - arrivedMs;
  }

  #noteState({ sessionState }: Selected | Wait | Unavailable): void {
    if (this.context.isClassified || sessionState === null) return;
    this.context.isClassified = true;
    this.dependencies.hints.note(this.context.target, sessionState);
  }

  #sleepOrGiveUp(decision: Wait | Unavailable): PollResult<SearchResult> {
    const { context, dependencies } = this;
    const nowMs = dependencies.clock.nowMs();
    const endMs = this.#endMs;
    if (decision.kind === 'unavailable' && !this.#waitsFor(decision)) {
      return settled(refuse(noCapacity(context, decision.reason)));
    }
    if (nowMs >= endMs) {
      if (this.budgetMs < waitLimitMs(context)) return settled({ kind: 'budget_over' });
      const why = decision.kind === 'wait' ? 'wait_limit_reached' : decision.reason;
      return settled(refuse(noCapacity(context, why), 'timeout'));
    }
    this.#waitsSinceMs ??= nowMs;
    this.#promisedMs = decision.kind === 'wait' ? decision.untilMs : undefined;
    return {
      kind: 'asleep',
      dueMs: Math.min(endMs, this.#pollAgainMs(decision, nowMs)),
      canChange: () => this.#canChange(decision),
    };
  }

  /** With a limit of its own a request waits for anything, else for clusters to come back. */
  #waitsFor({ reason }: Unavailable): boolean {
    return (
      this.context.request.maxWaitMs !== undefined || (reason === 'no_clusters' && this.#isWaiting)
    );
  }

  /** A view stands as it is; new ones wake the request, unless others publish them. */
  #pollAgainMs(decision: Wait | Unavailable, nowMs: number): number {
    const { context, dependencies } = this;
    if (decision.kind === 'wait') return context.arrivedMs + decision.untilMs;
    const isWoken = dependencies.ledger.spareCapacity(context.target)?.isKnown ?? false;
    const canSlide = context.route.slidesWithTime && this.#canChange(decision);
    return isWoken && !canSlide ? Infinity : nowMs + NEW_VIEW_POLL_MS;
  }

  #canChange(decision: Wait | Unavailable): boolean {
    const { context } = this;
    // Looked up once: it lives as long as the target is served, and many requests ask.
    this.#spareCapacity ??= this.dependencies.ledger.spareCapacity(context.target);
    const isBack = decision.kind === 'unavailable' && decision.reason === 'no_clusters';
    if (isBack || this.#spareCapacity === undefined) return true;
    return context.route.canChange(decision, this.#elapsedMs(), this.#spareCapacity);
  }

  #place(selected: Selected): ReservedPlace | undefined {
    const { target, barredIds } = this.context;
    const backend = this.dependencies.fleet.chooseBackend(target, selected.clusterId, barredIds);
    if (backend === undefined) return undefined;
    return {
      kind: 'reserved',
      selected,
      backend,
      reservation: placeOn(this.dependencies, this.context, backend),
    };
  }
}

/** Reserves a place on a backend for a request. */
export const placeOn = (
  { ledger }: Pick<SearchDependencies, 'ledger'>,
  { target, request }: RequestContext,
  { id, clusterId }: Backend,
): ReservationHandle => {
  const { inputTokens, priority = 0 } = request;
  return ledger.reserve({ target, clusterId, backendId: id, inputTokens, priority });
};

const settled = (value: SearchResult): PollResult<SearchResult> => ({ kind: 'settled', value });
