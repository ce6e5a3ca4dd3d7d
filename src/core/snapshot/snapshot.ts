/** What a request is for: a model within an optional routing scope. */
export type Target = Readonly<{ routingKey?: string | undefined; modelId: string }>;

/** Statistics of one cluster, as reported; see docs/snapshot.md for what absence means. */
export type ClusterStats = Readonly<{
  /** tokens/s; capacity is unknown unless finite and > 0. */
  lastMeanInputTps: number;
  /** tokens/s; same validity rule. */
  maxInputTps?: number;
  outputTps: number;
  maxOutputTps: number;
  queueSize: number;
  queuedInputSize: number;
  numRunningQueries: number;
  /** Engine slots; 0 = unknown. */
  maxEngineConcurrency: number;
  totalQueryInputSize: number;
  kvCacheCapacityTokens: number;
  kvCacheUsedTokens: number;
  kvCacheFreeTokens: number;
  /** Published queue delay in ms by u32 priority (plain decimal keys). */
  queueTimeEstimateMsByPriority: Readonly<Record<string, number>>;
}>;

/** One cluster of a snapshot: its id, its round trip in ms and its statistics. */
export type Cluster = Readonly<{ clusterId: string; rttMs: number; stats: ClusterStats }>;

/** The immutable list of clusters of one target at one moment. Order carries no meaning. */
export type Snapshot = Readonly<{ target: Target; clusters: readonly Cluster[] }>;
