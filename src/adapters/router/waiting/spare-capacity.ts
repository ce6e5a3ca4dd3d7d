import type { Cluster, ClusterStats, Snapshot } from '../../../core/snapshot.js';

/**
 * How much room the clusters of one target have, reservations counted.
 *
 * Much coarser than a view and much cheaper to ask: it tells when deciding again is no use.
 * Without a snapshot nothing is known, and there may always be room.
 */
export class SpareCapacity {
  #spareSlots: Map<string, number> | undefined;
  #mostSpare: number | undefined;
  /** Clusters with both rates, so that a ranking has them whichever it is weighted by. */
  #ranked: ReadonlySet<string> = new Set();

  constructor(snapshot: Snapshot | undefined) {
    this.reset(snapshot);
  }

  /** Starts from new statistics; the reservations still in force are added afterwards. */
  reset(snapshot: Snapshot | undefined): void {
    this.#spareSlots =
      snapshot && new Map(snapshot.clusters.map((cluster) => [cluster.clusterId, spare(cluster)]));
    this.#mostSpare = undefined;
    const ranked = snapshot?.clusters.filter(({ stats }) => hasRates(stats)) ?? [];
    this.#ranked = new Set(ranked.map(({ clusterId }) => clusterId));
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

  /** Whether this very cluster may take one more request. */
  hasRoomAt(clusterId: string, allowance: number): boolean {
    return (this.#spareSlots?.get(clusterId) ?? Infinity) + allowance > 0;
  }

  /** Whether a ranking has any cluster, or the given one, whichever weight it uses. */
  isRanked(clusterId?: string): boolean {
    return clusterId === undefined ? this.#ranked.size > 0 : this.#ranked.has(clusterId);
  }
}

/** Free slots, negative when more run than fit; Infinity when the slots are unknown. */
const spare = ({ stats }: Cluster): number =>
  stats.maxEngineConcurrency === 0
    ? Infinity
    : stats.maxEngineConcurrency - stats.numRunningQueries;

const hasRates = ({ lastMeanInputTps, maxInputTps = 0 }: ClusterStats): boolean =>
  isRate(lastMeanInputTps) && isRate(maxInputTps);

const isRate = (tps: number): boolean => tps > 0 && tps < Infinity;
