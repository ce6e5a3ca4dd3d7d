import type { Snapshot, Target } from '../../../../src/api.js';
import type { Backend, Fleet, FleetListener } from '../../../../src/adapters/fleet/port.js';

/** A fleet whose backends and reports a test makes up. */
export type FakeFleet = Fleet &
  Readonly<{
    listener: () => FleetListener;
    /** `connected` and `failed`, by backend, in order. */
    connects: readonly string[];
    report: (target: Target, backendId: string, snapshot: Snapshot) => void;
    removeBackends: (clusterId: string) => void;
  }>;

export type FakeFleetOptions = Readonly<{
  /** Snapshots that are there at the start. */
  snapshots?: readonly Snapshot[];
  /** Backend ids, or whole backends, by cluster; a cluster that is not named has one of its own id. */
  backends?: Readonly<Record<string, readonly (string | Backend)[]>>;
  /** Whether statistics come by themselves. Default: they do not. */
  isReporting?: boolean;
}>;

export const createFakeFleet = (options: FakeFleetOptions = {}): FakeFleet => {
  const { snapshots = [], backends = {}, isReporting = false } = options;
  const connects: string[] = [];
  const removed = new Set<string>();
  const turns = new Map<string, number>();
  let listener: FleetListener | undefined;
  const members = (clusterId: string): readonly Backend[] => {
    if (removed.has(clusterId)) return [];
    return (backends[clusterId] ?? [clusterId.toLowerCase()]).map((one) =>
      typeof one === 'string' ? { id: one, clusterId, url: `http://${one}.invalid` } : one,
    );
  };
  /** The one whose turn it is, and the turn after it. */
  const next = (clusterId: string, tried: ReadonlySet<string>) => {
    const all = members(clusterId);
    const turn = turns.get(clusterId) ?? 0;
    for (let step = 0; step < all.length; step++) {
      const backend = all[(turn + step) % all.length]!;
      if (!tried.has(backend.id)) return { backend, turnAfter: turn + step + 1 };
    }
    return undefined;
  };
  return {
    connects,
    listener: () => listener!,
    start: async (given) => {
      listener = given;
      for (const snapshot of snapshots) given.onSnapshot(snapshot);
    },
    close: async () => undefined,
    chooseBackend: (_target, clusterId, tried) => {
      const chosen = next(clusterId, tried);
      if (chosen !== undefined) turns.set(clusterId, chosen.turnAfter);
      return chosen?.backend;
    },
    peekBackend: (_target, clusterId, tried) => next(clusterId, tried)?.backend,
    backends: () =>
      snapshots.flatMap(({ clusters }) => clusters.flatMap(({ clusterId }) => members(clusterId))),
    noteConnect: (_target, { id }, outcome) => void connects.push(`${id} ${outcome}`),
    isReporting: () => isReporting,
    refusedSources: () => [],
    status: () =>
      snapshots.flatMap(({ target, clusters }) =>
        clusters.flatMap(({ clusterId }) =>
          members(clusterId).map((backend) => ({
            target,
            backend,
            state: 'live' as const,
            ageMs: 0,
          })),
        ),
      ),
    report: (target, backendId, snapshot) => {
      listener!.onBackendReported(target, backendId, Infinity);
      listener!.onSnapshot(snapshot);
    },
    removeBackends: (clusterId) => void removed.add(clusterId),
  };
};
