import { reserve, type Reservation } from '../../../core/reserve.js';
import type { Snapshot, Target } from '../../../core/snapshot.js';
import type { View } from '../../../core/view.js';
import { SpareCapacity } from '../waiting/spare-capacity.js';

/** A reservation in force. */
export type Entry = Readonly<{ backendId: string; reservation: Reservation }>;

/** The reservations of one target, and the view they are added to. */
export class TargetAccount {
  readonly spareCapacity: SpareCapacity;
  readonly #entries = new Set<Entry>();
  /** Entries that the next snapshot contains already. */
  readonly #reported = new Set<Entry>();
  /** The latest view as published, without reservations. */
  #base: View;
  /** What decisions see. */
  #view: View;
  #isOutdated = false;

  /** `snapshot` is what `base` was made of, where that is known. */
  constructor(
    snapshot: Snapshot | undefined,
    base: View,
    readonly install: (view: View) => void,
  ) {
    this.spareCapacity = new SpareCapacity(snapshot);
    this.#base = base;
    this.#view = base;
  }

  get target(): Target {
    return this.#base.target;
  }

  get view(): View {
    return this.#view;
  }

  get entries(): ReadonlySet<Entry> {
    return this.#entries;
  }

  /** Builds on a new view. Returns the entries it has made superfluous. */
  rebase(snapshot: Snapshot | undefined, base: View): readonly Entry[] {
    const superfluous = [...this.#reported];
    for (const entry of superfluous) this.#entries.delete(entry);
    this.#reported.clear();
    this.#base = base;
    this.spareCapacity.reset(snapshot);
    for (const { reservation } of this.#entries) this.spareCapacity.add(reservation.clusterId, -1);
    this.#rebuild();
    return superfluous;
  }

  add(entry: Entry): void {
    this.refresh();
    this.#entries.add(entry);
    this.spareCapacity.add(entry.reservation.clusterId, -1);
    this.#put(reserve(this.#view, entry.reservation));
  }

  /** False when it has ended before. Decisions see the end after `refresh`. */
  end(entry: Entry): boolean {
    if (!this.#entries.delete(entry)) return false;
    this.#reported.delete(entry);
    this.spareCapacity.add(entry.reservation.clusterId, 1);
    this.#isOutdated = true;
    return true;
  }

  /** The statistics of a backend are new, and the next snapshot brings them. */
  markReported(backendId: string): void {
    for (const entry of this.#entries) {
      if (entry.backendId === backendId) this.#reported.add(entry);
    }
  }

  /** Takes ended reservations out of the view: one rebuild, however many have ended. */
  refresh(): void {
    if (this.#isOutdated) this.#rebuild();
  }

  #rebuild(): void {
    this.#isOutdated = false;
    const reservations = Array.from(this.#entries, (entry) => entry.reservation);
    this.#put(reservations.length === 0 ? this.#base : reserve(this.#base, ...reservations));
  }

  #put(view: View): void {
    this.#view = view;
    this.install(view);
  }
}
