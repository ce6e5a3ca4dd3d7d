/** Effective settings of a configuration, with the defaults written out. */
import type {
  AlgorithmConfig,
  ComparatorName,
  RendezvousWeight,
} from '../../../src/core/config/fields.js';

export type NaiveSettings = Readonly<{
  requireCacheAffinityKey: boolean;
  requireInputTokens: boolean;
  maxInputWorkSeconds: number | undefined;
  seed: string;
  considerKvFreeTokens: boolean;
  rendezvousWeight: RendezvousWeight;
  sampleCount: number;
  comparator: ComparatorName;
  virtualNodes: number;
  /** 0: no affinity group. */
  k: number;
  cacheAffinityWaitMs: number;
  scale: number;
  lastClusterAffinity: boolean;
  bandWidenIntervalMs: number | undefined;
  fallbackMaxQueued: number;
  maxQueueTimeFloorMs: number | undefined;
  maxQueueTimeCeilMs: number | undefined;
  ttftBucketSizeMs: number;
  nextBucketUnlockFactor: number;
  n: number;
  maxQueued: number;
  ignoreQueueTime: boolean;
  ignoreInputProcessingTime: boolean;
}>;

export const settingsOf = (config: AlgorithmConfig): NaiveSettings => {
  const defaultK = config.algorithm === 'pulsar-wait-and-widen' ? 1 : 0;
  return {
    requireCacheAffinityKey: config.requireCacheAffinityKey ?? false,
    requireInputTokens: config.requireInputTokens ?? false,
    maxInputWorkSeconds: config.maxInputWorkSeconds,
    seed: config.seed ?? '',
    considerKvFreeTokens: config.considerKvFreeTokens ?? false,
    rendezvousWeight: config.rendezvousWeight ?? 'max-input-tps',
    sampleCount: config.sampleCount ?? 2,
    comparator: config.comparator ?? 'ttft',
    virtualNodes: Math.max(1, config.cacheAffinityVirtualNodes ?? 150),
    k: Math.max(defaultK, config.cacheAffinityBackendSelectionCount ?? defaultK),
    cacheAffinityWaitMs: config.cacheAffinityWaitMs ?? 0,
    scale: config.cacheAffinityInputTokensScale ?? 1,
    lastClusterAffinity: config.lastClusterAffinity ?? false,
    bandWidenIntervalMs: config.bandWidenIntervalMs,
    fallbackMaxQueued: config.fallbackMaxQueued ?? 0,
    maxQueueTimeFloorMs: config.maxQueueTimeFloorMs,
    maxQueueTimeCeilMs: config.maxQueueTimeCeilMs,
    ttftBucketSizeMs: config.ttftBucketSizeMs ?? 20,
    nextBucketUnlockFactor: config.nextBucketUnlockFactor ?? 0.25,
    n: Math.max(1, config.n ?? 2),
    maxQueued: config.maxQueued ?? 0,
    ignoreQueueTime: config.ignoreQueueTime ?? false,
    ignoreInputProcessingTime: config.ignoreInputProcessingTime ?? false,
  };
};
