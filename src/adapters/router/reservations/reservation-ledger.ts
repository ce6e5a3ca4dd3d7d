/**
 * Who was sent where, and is not yet in the statistics.
 *
 * Statistics arrive now and then; requests arrive all the time. Between two reports the ledger
 * adds what was sent since to every view, so that many requests do not take the same free slot.
 * A reservation ends with the next report of its backend that was asked for after it was made, or
 * with its removal, when the engine refused the request before executing it, 60 s after it was
 * made where a source reports, and with the request where none does.
 *
 * Whatever the statistics say, no backend counts fewer running requests than this router has
 * there. That holds on after the reservation, until the response is over.
 */
import type { Snapshot, Target } from '../../../core/snapshot/snapshot.js';
import type { Fleet, RunningByBackend } from '../../fleet/port.js';
import { targetKey } from '../../../core/snapshot/target-key.js';
import type { RoutingRuntime } from '../../runtime/index.js';
import type { Clock } from '../../time/clock.js';
import type { SpareCapacity } from '../waiting/spare-capacity.js';
import { RequestsUnderWay } from './requests-under-way.js';
import {
  TargetReservations,
  type ReservedRequest,
  type Statistics,
} from './target-reservations.js';

/** Longest life of a reservation where a source reports. */
export const RESERVATION_MAX_AGE_MS = 60_000;

/** One attempt: where it goes, and what it adds there. */
export type ReservationRequest = Readonly<{
  target: Target;
  clusterId: string;
  backendId: string;
  /** Prompt tokens. */
  inputTokens: number;
  /** u32, lower is more urgent. */
  priority: number;
}>;

/** A reservation as its request sees it. The first call counts; others do nothing. */
export type ReservationHandle = Readonly<{
  /** The engine did not take the request. */
  refused: () => void;
  /** The request is over; ends the reservation where no report ever would. */
  requestEnded: () => void;
}>;

export type LedgerDependencies = Readonly<{
  runtime: Pick<RoutingRuntime, 'publish' | 'replaceView' | 'withdraw' | 'view'>;
  /** The one that reports are timed by. */
  clock: Clock;
  isReporting: Fleet['isReporting'];
  backends: Fleet['backends'];
  /** A target may have more room than before. */
  onEnded: (target: Target) => void;
}>;

/** The reservations of one process. All methods are synchronous. */
export class ReservationLedger {
  readonly #targets = new Map<string, TargetReservations>();
  /** Also of targets that are not served at the moment. */
  readonly #underWay = new Map<string, RequestsUnderWay>();
  /** Oldest first. All may live equally long, so this is the order in which they expire. */
  readonly #expiring = new Map<ReservedRequest, Target>();
  #cancelTimer: (() => void) | undefined;

  constructor(readonly dependencies: LedgerDependencies) {}

  /** Reservations in force. */
  get count(): number {
    let count = 0;
    for (const { requests } of this.#targets.values()) count += requests.size;
    return count;
  }

  /**
   * Takes in a snapshot, and puts the reservations that it does not contain on top of it.
   * `running`, where it is known, tells the running requests of single backends.
   */
  publish(snapshot: Snapshot, running?: RunningByBackend): void {
    const base = this.dependencies.runtime.publish(snapshot);
    const known = this.#targets.get(targetKey(snapshot.target));
    if (known === undefined) this.#open(base, { snapshot, running });
    else this.#forget(known.applySnapshot({ snapshot, running }, base));
  }

  /** Stops serving a target; its reservations are over. */
  withdraw(target: Target): void {
    this.dependencies.runtime.withdraw(target);
    const known = this.#targets.get(targetKey(target));
    if (known === undefined) return;
    this.#targets.delete(targetKey(target));
    this.#forget(known.requests);
    known.endAll();
    this.#tidy(target);
  }

  /**
   * A backend reported, asked at `askedAtMs`, or was removed (Infinity): the next snapshot knows
   * what was sent to it before.
   */
  noteReport(target: Target, backendId: string, askedAtMs: number): void {
    this.#targets.get(targetKey(target))?.markReported(backendId, askedAtMs);
  }

  /** Adds an attempt to the view of its target. */
  reserve(about: ReservationRequest): ReservationHandle {
    const { target, clusterId, backendId, inputTokens, priority } = about;
    const request: ReservedRequest = {
      backendId,
      reservation: { clusterId, inputTokens, priority },
      madeMs: this.dependencies.clock.nowMs(),
      isReserved: true,
      isReported: false,
      isUnderWay: true,
    };
    const reservations = this.#current(target);
    if (reservations === undefined) {
      request.isReserved = false;
      this.#underWayOf(target).enter(clusterId, backendId);
    } else {
      reservations.add(request);
      this.#expiring.set(request, target);
      this.#arm();
    }
    return {
      refused: () => {
        this.#requestOver(target, request, false);
      },
      requestEnded: () => {
        this.#requestOver(target, request, this.#waitsForReport(target, request));
      },
    };
  }

  /** Takes ended reservations out of a target's view; to be called before every decision. */
  refresh(target: Target): void {
    this.#current(target)?.refresh();
  }

  /** How much room a target has; undefined when it is not served. */
  spareCapacity(target: Target): SpareCapacity | undefined {
    return this.#targets.get(targetKey(target))?.spareCapacity;
  }

  /** Forgets everything and leaves no timer. */
  close(): void {
    this.#targets.clear();
    this.#underWay.clear();
    this.#expiring.clear();
    this.#arm();
  }

  /** Those of a target, on the view that is in place even if others have put it there. */
  #current(target: Target): TargetReservations | undefined {
    const known = this.#targets.get(targetKey(target));
    const view = this.dependencies.runtime.view(target);
    if (view === undefined || view === known?.view) return known;
    if (known === undefined) return this.#open(view);
    this.#forget(known.applySnapshot(undefined, view));
    return known;
  }

  #open(base: TargetReservations['view'], statistics?: Statistics): TargetReservations {
    const underWay = this.#underWayOf(base.target);
    const backends = () => this.dependencies.backends(base.target);
    const opened = new TargetReservations(statistics, base, underWay, backends, (view) => {
      this.dependencies.runtime.replaceView(view);
    });
    this.#targets.set(targetKey(base.target), opened);
    return opened;
  }

  #underWayOf(target: Target): RequestsUnderWay {
    const known = this.#underWay.get(targetKey(target)) ?? new RequestsUnderWay();
    this.#underWay.set(targetKey(target), known);
    return known;
  }

  #waitsForReport(target: Target, { backendId, reservation, madeMs }: ReservedRequest): boolean {
    const { clock, isReporting } = this.dependencies;
    const isYoung = clock.nowMs() < madeMs + RESERVATION_MAX_AGE_MS;
    return isYoung && isReporting(target, reservation.clusterId, backendId);
  }

  #requestOver(target: Target, request: ReservedRequest, keepsReservation: boolean): void {
    if (!request.isUnderWay) return;
    request.isUnderWay = false;
    if (!request.isReserved) this.#leave(target, request);
    else if (!keepsReservation) this.#end(target, request);
  }

  /** A request without a reservation is over. */
  #leave(target: Target, { backendId, reservation }: ReservedRequest): void {
    const place = this.#underWay.get(targetKey(target))?.leave(backendId);
    const clusterId = place ?? reservation.clusterId;
    const hasMoreRoom = this.#targets.get(targetKey(target))?.countUnreported(clusterId) ?? false;
    if (hasMoreRoom) this.dependencies.onEnded(target);
    this.#tidy(target);
  }

  #end(target: Target, request: ReservedRequest): void {
    this.#forget([request]);
    this.#targets.get(targetKey(target))?.end(request);
    this.dependencies.onEnded(target);
  }

  /** What is under way on a target that is not served is kept as long as there is any. */
  #tidy(target: Target): void {
    const key = targetKey(target);
    if (!this.#targets.has(key) && this.#underWay.get(key)?.isEmpty) this.#underWay.delete(key);
  }

  #forget(requests: Iterable<ReservedRequest>): void {
    for (const request of requests) this.#expiring.delete(request);
    this.#arm();
  }

  /** One timer for all: it rings for the oldest. */
  #arm(): void {
    const oldest = this.#expiring.keys().next();
    if (oldest.done) {
      this.#cancelTimer?.();
      this.#cancelTimer = undefined;
      return;
    }
    const dueMs = oldest.value.madeMs + RESERVATION_MAX_AGE_MS;
    this.#cancelTimer ??= this.dependencies.clock.at(dueMs, () => {
      this.#cancelTimer = undefined;
      this.#expire();
    });
  }

  #expire(): void {
    const nowMs = this.dependencies.clock.nowMs();
    for (const [request, target] of this.#expiring) {
      if (request.madeMs + RESERVATION_MAX_AGE_MS > nowMs) break;
      this.#expiring.delete(request);
      // Where nothing reports, or not any more, the end of the request ends it.
      const { clusterId } = request.reservation;
      const isReporting = this.dependencies.isReporting(target, clusterId, request.backendId);
      if (!request.isUnderWay || isReporting) this.#end(target, request);
    }
    this.#arm();
  }
}
