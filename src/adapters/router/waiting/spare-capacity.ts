import type { Cluster, Snapshot } from '../../../core/snapshot/snapshot.js';
import type { Room } from '../../../core/wake.js';

/**
 * How many slots the clusters of one target have to spare, reservations counted.
 *
 * Much coarser than a view and much cheaper to keep: it tells when deciding again is no use.
 * Without a snapshot nothing is known, and there may always be room.
 */
export class SpareCapacity implements Room {
  #spareSlots: Map<string, number> | undefined;
  #mostSpare: number | undefined;

  constructor(snapshot: Snapshot | undefined) {
    this.reset(snapshot);
  }

  /** Starts from new statistics; the reservations still in force are added afterwards. */
  reset(snapshot: Snapshot | undefined): void {
    this.#spareSlots =
      snapshot && new Map(snapshot.clusters.map((cluster) => [cluster.clusterId, spare(cluster)]));
    this.#mostSpare = undefined;
  }

  /** A reservation was made (-1) or ended (1). */
  add(clusterId: string, slots: number): void {
    const before = this.#spareSlots?.get(clusterId);
    if (before === undefined) return;
    this.#spareSlots?.set(clusterId, before + slots);
    this.#mostSpare = undefined;
  }

  get isKnown(): boolean {
    return this.#spareSlots !== undefined;
  }

  /** Whether some cluster may take one more request, `allowance` above its slots. */
  hasRoom(allowance: number): boolean {
    if (this.#spareSlots === undefined) return true;
    this.#mostSpare ??= Math.max(...this.#spareSlots.values());
    return this.#mostSpare + allowance > 0;
  }

  /** Whether this very cluster may take one more request; true where it is not known. */
  hasRoomAt(clusterId: string, allowance: number): boolean {
    return (this.#spareSlots?.get(clusterId) ?? Infinity) + allowance > 0;
  }
}

/** Free slots, negative when more run than fit; Infinity when the slots are unknown. */
const spare = ({ stats }: Cluster): number =>
  stats.maxEngineConcurrency === 0
    ? Infinity
    : stats.maxEngineConcurrency - stats.numRunningQueries;
