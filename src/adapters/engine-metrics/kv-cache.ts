import type { ClusterStats } from '../../core/snapshot/snapshot.js';
import type { EngineQuantities } from './quantities.js';

/** A capacity worked out from usage and used tokens: the higher the usage, the more exact. */
export type DerivedCapacity = Readonly<{ tokens: number; usageRatio: number }>;

export type KvCacheStats = Partial<
  Pick<ClusterStats, 'kvCacheCapacityTokens' | 'kvCacheUsedTokens' | 'kvCacheFreeTokens'>
>;

/** KV tokens of an engine; empty when the capacity or the use is not known. */
export const estimateKvCache = (
  quantities: EngineQuantities,
  capacityTokens: number | undefined,
): KvCacheStats => {
  const { kvUsedTokens, kvUsageRatio } = quantities;
  if (capacityTokens === undefined) return {};
  const used =
    kvUsedTokens ?? (kvUsageRatio === undefined ? undefined : kvUsageRatio * capacityTokens);
  if (used === undefined) return {};
  const usedTokens = Math.min(capacityTokens, Math.round(used));
  return {
    kvCacheCapacityTokens: capacityTokens,
    kvCacheUsedTokens: usedTokens,
    kvCacheFreeTokens: capacityTokens - usedTokens,
  };
};

/**
 * The capacity behind a usage and a number of used tokens, for engines that publish only these.
 *
 * Usage is rounded to 0.01 there, so the estimate made at the highest usage so far is kept; it also
 * serves while the engine is idle and there is nothing to divide.
 */
export const deriveCapacity = (
  { kvUsedTokens, kvUsageRatio }: EngineQuantities,
  previous: DerivedCapacity | undefined,
): DerivedCapacity | undefined => {
  if (!kvUsedTokens || !kvUsageRatio || kvUsageRatio > 1) return previous;
  if (previous !== undefined && previous.usageRatio >= kvUsageRatio) return previous;
  return { tokens: Math.round(kvUsedTokens / kvUsageRatio), usageRatio: kvUsageRatio };
};
