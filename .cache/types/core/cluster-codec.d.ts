import type * as t from 'io-ts';
import type { ClusterStats } from './snapshot.js';
/** Decodes the statistics of one cluster; whatever is absent gets its default. */
export declare const clusterStatsCodec: t.Type<Readonly<{
    lastMeanInputTps: number;
    maxInputTps?: number;
    outputTps: number;
    maxOutputTps: number;
    queueSize: number;
    queuedInputSize: number;
    numRunningQueries: number;
    maxEngineConcurrency: number;
    totalQueryInputSize: number;
    kvCacheCapacityTokens: number;
    kvCacheUsedTokens: number;
    kvCacheFreeTokens: number;
    queueTimeEstimateMsByPriority: Readonly<Record<string, number>>;
}>, Readonly<Record<string, unknown>>, unknown>;
/** Decodes one cluster; messages name its id where that can be read. */
export declare const clusterCodec: t.Type<Readonly<{
    clusterId: string;
    rttMs: number;
    stats: ClusterStats;
}>, Readonly<Record<string, unknown>>, unknown>;
/** How messages name a cluster whose id can be read. */
export declare const clusterLabel: (id: unknown) => string | undefined;
