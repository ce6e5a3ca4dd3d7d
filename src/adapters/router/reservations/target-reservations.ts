import { reserve, reserveAll, type Reservation } from '../../../core/view/reserve.js';
import type { Snapshot, Target } from '../../../core/snapshot/snapshot.js';
import { runningIn, type View } from '../../../core/view/view.js';
import type { Backend, RunningByBackend } from '../../fleet/port.js';
import { SpareCapacity } from '../waiting/spare-capacity.js';
import type { RequestsUnderWay } from './requests-under-way.js';

/** One attempt as the ledger keeps it. */
export type ReservedRequest = {
  readonly backendId: string;
  readonly reservation: Reservation;
  /** Clock time. */
  readonly madeMs: number;
  /** Its reservation stands. */
  isReserved: boolean;
  /** The next snapshot contains it already. */
  isReported: boolean;
  /** The engine may be at work on it. */
  isUnderWay: boolean;
};

/** What a target's view was made of. */
export type Statistics = Readonly<{
  snapshot: Snapshot;
  running: RunningByBackend | undefined;
}>;

/** The reservations of one target, and the view they are added to. */
export class TargetReservations {
  readonly spareCapacity: SpareCapacity;
  readonly #requests = new Set<ReservedRequest>();
  /** By cluster, requests under way that the statistics do not show. */
  #unreported = new Map<string, number>();
  #running: RunningByBackend | undefined;
  /** The latest view as published, without reservations. */
  #base: View;
  /** What decisions see. */
  #view: View;
  #isOutdated = false;

  constructor(
    statistics: Statistics | undefined,
    base: View,
    readonly underWay: RequestsUnderWay,
    /** The backends as they are now. */
    readonly backends: () => readonly Backend[],
    readonly install: (view: View) => void,
  ) {
    this.spareCapacity = new SpareCapacity(undefined);
    this.#base = base;
    this.#view = base;
    this.applySnapshot(statistics, base);
  }

  get target(): Target {
    return this.#base.target;
  }

  get view(): View {
    return this.#view;
  }

  /** Those whose reservation stands. */
  get requests(): ReadonlySet<ReservedRequest> {
    return this.#requests;
  }

  /**
   * Builds on a new view. Returns the requests whose reservations it has made superfluous.
   * Without `statistics`, others have published it.
   */
  applySnapshot(statistics: Statistics | undefined, base: View): readonly ReservedRequest[] {
    const superfluous = Array.from(this.#requests).filter(({ isReported }) => isReported);
    for (const request of superfluous) this.#release(request);
    this.#base = base;
    this.#running = statistics?.running;
    this.spareCapacity.reset(statistics?.snapshot);
    for (const { reservation } of this.#requests) this.spareCapacity.add(reservation.clusterId, -1);
    this.#unreported = new Map();
    if (!this.underWay.isEmpty) this.#relocate();
    for (const clusterId of this.underWay.clusterIds) this.countUnreported(clusterId);
    this.#rebuild();
    return superfluous;
  }

  add(request: ReservedRequest): void {
    this.refresh();
    this.#requests.add(request);
    this.spareCapacity.add(request.reservation.clusterId, -1);
    this.#put(reserve(this.#view, request.reservation));
  }

  /** Ends a reservation that stands. Decisions see the end after `refresh`. */
  end(request: ReservedRequest): void {
    const { clusterId } = request.reservation;
    this.#release(request);
    this.spareCapacity.add(clusterId, 1);
    this.countUnreported(clusterId);
    this.#isOutdated = true;
  }

  /** The target is not served any more. */
  endAll(): void {
    for (const request of this.#requests) this.#release(request);
  }

  /** A request under way came or went. True when the cluster has more room than before. */
  countUnreported(clusterId: string): boolean {
    const before = this.#unreported.get(clusterId) ?? 0;
    const running = runningIn(this.#base, clusterId);
    const now =
      running === undefined
        ? 0
        : this.underWay.unreported(clusterId, this.#running?.get(clusterId), running);
    if (now === before) return false;
    if (now === 0) this.#unreported.delete(clusterId);
    else this.#unreported.set(clusterId, now);
    this.spareCapacity.add(clusterId, before - now);
    this.#isOutdated = true;
    return now < before;
  }

  /** The statistics of a backend are new, asked for at `askedAtMs`; the next snapshot has them. */
  markReported(backendId: string, askedAtMs: number): void {
    for (const request of this.#requests) {
      if (request.backendId === backendId && request.madeMs < askedAtMs) {
        request.isReported = true;
      }
    }
  }

  /** Takes ended reservations out of the view: one rebuild, however many have ended. */
  refresh(): void {
    if (this.#isOutdated) this.#rebuild();
  }

  #release(request: ReservedRequest): void {
    this.#requests.delete(request);
    request.isReserved = false;
    if (request.isUnderWay) this.underWay.enter(request.reservation.clusterId, request.backendId);
  }

  /** Backends may be in other clusters than they were. */
  #relocate(): void {
    this.underWay.relocate(new Map(this.backends().map(({ id, clusterId }) => [id, clusterId])));
  }

  #rebuild(): void {
    this.#isOutdated = false;
    const additions = Array.from(this.#requests, ({ reservation }) => reservation);
    for (const [clusterId, count] of this.#unreported) {
      const one: Reservation = { clusterId, isRunningOnly: true };
      for (let i = 0; i < count; i++) additions.push(one);
    }
    this.#put(additions.length === 0 ? this.#base : reserveAll(this.#base, additions));
  }

  #put(view: View): void {
    this.#view = view;
    this.install(view);
  }
}
