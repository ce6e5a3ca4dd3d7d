import type { FleetOptions } from '../../../../src/adapters/fleet/dependencies.js';
import { createFleet } from '../../../../src/adapters/fleet/fleet.js';
import type { Fleet } from '../../../../src/adapters/fleet/port.js';
import type { EngineReport } from '../../../../src/adapters/fleet/sources/engine-metrics-source.js';
import type { SourceListener } from '../../../../src/adapters/time/source.js';
import {
  createPushSource,
  type PushSource,
} from '../../../../src/adapters/fleet/sources/push-source.js';
import {
  createInMemoryTelemetry,
  type InMemoryTelemetry,
} from '../../../../src/adapters/telemetry/in-memory.js';
import type { FaultCode } from '../../../../src/core/codec/fault.js';
import type {
  Cluster,
  ClusterStats,
  Snapshot,
  Target,
} from '../../../../src/core/snapshot/snapshot.js';
import { createManualClock, settle, type ManualClock } from '../../../support/manual-clock.js';

/** What a fleet told, in order. */
export type Told =
  | Readonly<{ kind: 'snapshot'; snapshot: Snapshot }>
  | Readonly<{ kind: 'gone'; target: Target }>
  | Readonly<{ kind: 'reported'; target: Target; backendId: string }>;

/** A fleet whose time stands still, whose documents are pushed and whose engines are scripted. */
export type ManualFleet = Readonly<{
  fleet: Fleet;
  clock: ManualClock;
  push: PushSource;
  telemetry: InMemoryTelemetry;
  told: Told[];
  /** The URLs of the backends whose metrics are listened to. */
  listened: () => readonly string[];
  /** The engine at that URL reports; it was asked just now unless something else is said. */
  report: (url: string, stats: Partial<ClusterStats>, rttMs?: number, askedAtMs?: number) => void;
  /** The page at that URL was refused; with `missing`, nobody answered. */
  refuse: (url: string, message: string, code?: FaultCode) => void;
  /** Lets what was marked be published. */
  published: () => Promise<void>;
  /** The clusters published last, by id. */
  clusters: () => ReadonlyMap<string, Cluster>;
}>;

/** The target of `documentOf`. */
export const TARGET: Target = { modelId: 'm' };

/** A backend with a metrics page. */
export const engineAt = (id: string, url = `http://${id}`, more: object = {}): object => ({
  id,
  url,
  source: { kind: 'prometheus', engine: 'vllm' },
  ...more,
});

/** A document of one target. */
export const documentOf = (clusters: Readonly<Record<string, readonly object[]>>) => ({
  targets: [
    {
      model_id: 'm',
      clusters: Object.entries(clusters).map(([cluster_id, backends]) => ({
        cluster_id,
        rtt_ms: 5,
        backends,
      })),
    },
  ],
});

/** Starts one with a document; `close` it at the end of the test. */
export const startManualFleet = async (
  document: unknown,
  options: Partial<FleetOptions> = {},
): Promise<ManualFleet> => {
  const clock = createManualClock();
  const push = createPushSource();
  const telemetry = createInMemoryTelemetry();
  const engines = new Map<string, SourceListener<EngineReport>>();
  const told: Told[] = [];
  const fleet = createFleet({
    sources: [push],
    clock,
    telemetry,
    open: {
      openMetrics: ({ source }, url) =>
        source && {
          name: `metrics page ${url}`,
          start: async (listener) => void engines.set(url, listener),
          close: async () => void engines.delete(url),
        },
    },
    ...options,
  });
  if (document !== undefined) push.accept(document);
  await fleet.start({
    onSnapshot: (snapshot) => told.push({ kind: 'snapshot', snapshot }),
    onTargetGone: (target) => told.push({ kind: 'gone', target }),
    onBackendReported: (target, backendId) => told.push({ kind: 'reported', target, backendId }),
  });
  return {
    fleet,
    clock,
    push,
    telemetry,
    told,
    listened: () => [...engines.keys()],
    report: (url, stats, rttMs = 1, askedAtMs = undefined) =>
      engines.get(url)!.onValue({ stats, rttMs }, askedAtMs),
    refuse: (url, message, code = 'invalid_value') =>
      engines.get(url)!.onRefused([{ code, path: '', expected: '', given: '', message }]),
    published: settle,
    clusters: () => {
      const last = told.findLast((one) => one.kind === 'snapshot');
      return new Map(last?.snapshot.clusters.map((cluster) => [cluster.clusterId, cluster]));
    },
  };
};
