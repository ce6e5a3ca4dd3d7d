/** Decodes statistics of which a part may be missing: what is absent stays absent. */
export declare const partialStatsCodec: import("io-ts").Type<Partial<Readonly<{
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
}>>, Readonly<Record<string, unknown>>, unknown>;
