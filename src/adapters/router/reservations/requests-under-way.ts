import type { RunningByBackend } from '../../fleet/port.js';

/**
 * Requests that an engine has, as far as this router knows, and for which no reservation stands any
 * more: by backend, for one target.
 *
 * They are the floor of what a backend is said to run. Reports may lag, and a backend that leaves
 * and comes back, gets another address or another cluster, may know nothing of them.
 */
export class RequestsUnderWay {
  readonly #byCluster = new Map<string, Map<string, number>>();
  /** The cluster of each backend; ids of backends are unique in a target. */
  readonly #places = new Map<string, string>();

  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  /** One more on a backend, which was in this cluster when the request was sent. */
  enter(clusterId: string, backendId: string): void {
    this.#add(this.#places.get(backendId) ?? clusterId, backendId, 1);
  }

  /** One less. Returns the cluster that the backend is in by now; undefined if it had none. */
  leave(backendId: string): string | undefined {
    const place = this.#places.get(backendId);
    if (place !== undefined) this.#add(place, backendId, -1);
    return place;
  }

  /** Takes what is open along with backends that are in other clusters now. */
  relocate(clusterOf: ReadonlyMap<string, string>): void {
    for (const [backendId, place] of [...this.#places]) {
      const now = clusterOf.get(backendId) ?? place;
      if (now === place) continue;
      const count = this.#byCluster.get(place)?.get(backendId) ?? 0;
      this.#add(place, backendId, -count);
      this.#add(now, backendId, count);
    }
  }

  get clusterIds(): Iterable<string> {
    return this.#byCluster.keys();
  }

  #add(clusterId: string, backendId: string, change: number): void {
    let cluster = this.#byCluster.get(clusterId);
    if (cluster === undefined) this.#byCluster.set(clusterId, (cluster = new Map()));
    const before = cluster.get(backendId) ?? 0;
    const count = before + change;
    if (count > 0) {
      cluster.set(backendId, count);
      if (before === 0) this.#places.set(backendId, clusterId);
      return;
    }
    cluster.delete(backendId);
    this.#places.delete(backendId);
    if (cluster.size === 0) this.#byCluster.delete(clusterId);
  }

  /**
   * How many of them the statistics of a cluster do not show: backend by backend where the running
   * requests of each are known, else for the cluster as a whole, which runs `clusterRunning`.
   */
  unreported(
    clusterId: string,
    running: ReturnType<RunningByBackend['get']>,
    clusterRunning: number,
  ): number {
    let missing = 0;
    let all = 0;
    for (const [backendId, count] of this.#byCluster.get(clusterId) ?? []) {
      all += count;
      const reported = running?.get(backendId);
      // A backend that has left does not take the slots of those that are there.
      if (reported !== undefined) missing += Math.max(0, count - reported);
    }
    return running === undefined ? Math.max(0, all - clusterRunning) : missing;
  }
}
