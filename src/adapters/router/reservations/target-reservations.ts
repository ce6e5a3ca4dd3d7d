import { reserve, reserveAll, reserveAnew, type Reservation } from '../../../core/view/reserve.js';
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
  /** The same by cluster; none that is empty. */
  readonly #byCluster = new Map<string, Set<ReservedRequest>>();
  /** By cluster, requests under way that the statistics do not show. */
  #unreported = new Map<string, number>();
  #running: RunningByBackend | undefined;
  /** The latest view as published, without reservations. */
  #base: View;
  /** What decisions see. */
  #view: View;
  /** Clusters that have other reservations than the view shows. */
  readonly #outdated = new Set<string>();

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
    const { clusterId } = request.reservation;
    this.#requests.add(request);
    const ofCluster = this.#byCluster.get(clusterId);
    if (ofCluster === undefined) this.#byCluster.set(clusterId, new Set([request]));
    else ofCluster.add(request);
    this.spareCapacity.add(clusterId, -1);
    this.#put(reserve(this.#view, request.reservation));
  }

  /** Ends a reservation that stands. Decisions see the end after `refresh`. */
  end(request: ReservedRequest): void {
    const { clusterId } = request.reservation;
    this.#release(request);
    this.spareCapacity.add(clusterId, 1);
    this.countUnreported(clusterId);
    this.#outdated.add(clusterId);
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
    this.#outdated.add(clusterId);
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

  /** Takes ended reservations out of the view: their clusters are made anew, all at once. */
  refresh(): void {
    if (this.#outdated.size === 0) return;
    const additions = new Map<string, readonly Reservation[]>();
    for (const id of this.#outdated) additions.set(id, this.#additionsOf(id));
    this.#outdated.clear();
    this.#put(this.#isBare ? this.#base : reserveAnew(this.#view, this.#base, additions));
  }

  #release(request: ReservedRequest): void {
    const { clusterId } = request.reservation;
    this.#requests.delete(request);
    const ofCluster = this.#byCluster.get(clusterId);
    ofCluster?.delete(request);
    if (ofCluster?.size === 0) this.#byCluster.delete(clusterId);
    request.isReserved = false;
    if (request.isUnderWay) this.underWay.enter(clusterId, request.backendId);
  }

  /** Backends may be in other clusters than they were. */
  #relocate(): void {
    this.underWay.relocate(new Map(this.backends().map(({ id, clusterId }) => [id, clusterId])));
  }

  #rebuild(): void {
    this.#outdated.clear();
    const clusterIds = new Set([...this.#byCluster.keys(), ...this.#unreported.keys()]);
    const additions = Array.from(clusterIds).flatMap((id) => this.#additionsOf(id));
    this.#put(this.#isBare ? this.#base : reserveAll(this.#base, additions));
  }

  /** What the view has of a cluster besides the statistics. */
  #additionsOf(clusterId: string): readonly Reservation[] {
    const ofCluster = this.#byCluster.get(clusterId) ?? [];
    const additions = Array.from(ofCluster, ({ reservation }) => reservation);
    const one: Reservation = { clusterId, isRunningOnly: true };
    const unreported = this.#unreported.get(clusterId) ?? 0;
    for (let i = 0; i < unreported; i++) additions.push(one);
    return additions;
  }

  get #isBare(): boolean {
    return this.#byCluster.size === 0 && this.#unreported.size === 0;
  }

  #put(view: View): void {
    this.#view = view;
    this.install(view);
  }
}
