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
export declare const createKvCache: (capacityTokens: number) => KvCache;
