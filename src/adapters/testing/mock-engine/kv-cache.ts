import { LRUCache } from 'lru-cache';
import { requireInRange, wholeFrom } from '../../../core/codec/option-ranges.js';

/**
 * What an engine remembers of earlier prompts: the length of one prefix per affinity key.
 *
 * Simplified from a block cache: requests with one key are taken to extend each other, so the
 * key stands for the text and only the length counts.
 */
export type KvCache = Readonly<{
  /** Prompt tokens that need no prefill; the key becomes the most recently used one. */
  findCachedTokens: (affinityKey: string | undefined, promptTokens: number) => number;
  /** Keeps `tokens` for the key in place of what it had; evicts other keys, oldest first. */
  remember: (affinityKey: string | undefined, tokens: number) => void;
  clear: () => void;
  /** Tokens held for all keys; never above the capacity. */
  heldTokens: () => number;
}>;

/** An empty cache. A prefix longer than the capacity is kept up to it; capacity 0 keeps nothing. */
export const createKvCache = (capacityTokens: number): KvCache => {
  requireInRange('createKvCache', { capacityTokens: wholeFrom(0) }, { capacityTokens });
  if (capacityTokens === 0) return noCache;
  const tokensByKey = new LRUCache<string, number>({
    maxSize: capacityTokens,
    sizeCalculation: (tokens) => tokens,
  });
  return {
    findCachedTokens: (affinityKey, promptTokens) =>
      affinityKey === undefined ? 0 : Math.min(tokensByKey.get(affinityKey) ?? 0, promptTokens),
    remember: (affinityKey, tokens) => {
      if (affinityKey === undefined || tokens <= 0) return;
      tokensByKey.set(affinityKey, Math.min(tokens, capacityTokens));
    },
    clear: () => {
      tokensByKey.clear();
    },
    heldTokens: () => tokensByKey.calculatedSize,
  };
};

const noCache: KvCache = {
  findCachedTokens: () => 0,
  remember: () => undefined,
  clear: () => undefined,
  heldTokens: () => 0,
};
