import { nativeHasher } from '../src/adapters/platform/native-hasher.js';
import { viewFactory, type CreateView } from '../src/adapters/platform/view-factory.js';
import type { Cluster, ClusterStats, Snapshot } from '../src/core/snapshot/snapshot.js';

/** Clusters of a fleet, as many as there are rows for. */
export const FLEET_SIZES = [8, 64, 512, 4096] as const;

export const TARGET = { routingKey: 'tenant-a', modelId: 'llama-3.3-70b-instruct' } as const;

export const INPUT_TOKENS = 1000;

/** `createView` with a byte budget of its own, so that groups do not evict each other's orders. */
export const ownCreateView = (): CreateView => viewFactory(nativeHasher);

/** What a fleet's clusters differ in. */
export type ClusterShape = Readonly<{ rttMs: number; stats?: Partial<ClusterStats> }>;

/** A snapshot of `size` clusters, each shaped by its index. */
export const fleetSnapshot = (
  size: number,
  shape: (index: number) => ClusterShape = everydayShape,
): Snapshot => ({
  target: TARGET,
  clusters: Array.from({ length: size }, (_, index): Cluster => {
    const { rttMs, stats } = shape(index);
    return { clusterId: clusterIdAt(index), rttMs, stats: { ...IDLE, ...stats } };
  }),
});

export const clusterIdAt = (index: number): string => `cluster-${String(index).padStart(5, '0')}`;

/** Healthy clusters of different speed and load, all with free slots; hardly any two alike. */
const everydayShape = (index: number): ClusterShape => ({
  rttMs: 1 + scatter(index, 997) / 100,
  stats: {
    lastMeanInputTps: 20_000 + scatter(index, 1009) * 10,
    maxInputTps: 40_000 + scatter(index, 2003) * 10,
    numRunningQueries: scatter(index, 251),
    maxEngineConcurrency: 256,
  },
});

const IDLE: ClusterStats = {
  lastMeanInputTps: 20_000,
  maxInputTps: 40_000,
  outputTps: 1000,
  maxOutputTps: 2000,
  queueSize: 0,
  queuedInputSize: 0,
  numRunningQueries: 0,
  maxEngineConcurrency: 8,
  totalQueryInputSize: 0,
  kvCacheCapacityTokens: 1_000_000,
  kvCacheUsedTokens: 400_000,
  kvCacheFreeTokens: 600_000,
  queueTimeEstimateMsByPriority: {},
};

/** An integer below `range` that looks random, the same in every run. */
export const scatter = (index: number, range: number): number =>
  (Math.imul(index + 1, 0x9e3779b1) >>> 0) % range;
