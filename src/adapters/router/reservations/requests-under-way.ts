import type { RunningByBackend } from '../../fleet/port.js';

/**
 * Requests that an engine has, as far as this router knows, and for which no reservation stands any
 * more: by backend, for one target.
 *
 * They are the floor of what a backend is said to run. Reports may lag, and a backend that leaves
 * and comes back, or gets another address, may know nothing of them.
 */
export class RequestsUnderWay {
  readonly #byCluster = new Map<string, Map<string, number>>();

  get isEmpty(): boolean {
    return this.#byCluster.size === 0;
  }

  enter(clusterId: string, backendId: string): void {
    const cluster = this.#byCluster.get(clusterId) ?? new Map<string, number>();
    cluster.set(backendId, (cluster.get(backendId) ?? 0) + 1);
    this.#byCluster.set(clusterId, cluster);
  }

  leave(clusterId: string, backendId: string): void {
    const cluster = this.#byCluster.get(clusterId);
    const count = cluster?.get(backendId) ?? 0;
    if (count > 1) cluster!.set(backendId, count - 1);
    else cluster?.delete(backendId);
    if (cluster?.size === 0) this.#byCluster.delete(clusterId);
  }

  get clusterIds(): Iterable<string> {
    return this.#byCluster.keys();
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
