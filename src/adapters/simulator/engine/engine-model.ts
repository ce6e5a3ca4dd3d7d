/** What a simulated cluster is made of. */
import type { EvictionOrder } from './kv-cache.js';

/** How running requests share an engine. */
export type Batching =
  /** Every running request has the whole prefill and decode rate. */
  | Readonly<{ kind: 'independent' }>
  /** Prompts are computed one after the other, and share the engine with decoding. */
  | Readonly<{
      kind: 'continuous';
      /** Share of the engine that decoding gets while a prompt is computed, 0 to 0.95. */
      decodeShare: number;
      /** What each further running request adds to the time of a decode step, >= 0. */
      stepGrowth: number;
    }>;

/** One cluster: one engine with one KV cache. */
export type EngineModel = Readonly<{
  clusterId: string;
  /** Network round trip between router and cluster, ms; half of it each way. */
  rttMs: number;
  /** Requests that run at a time; others queue at the engine, first come first served. */
  slots: number;
  prefillTokensPerSecond: number;
  /** Of one request that has the engine to itself. */
  decodeTokensPerSecond: number;
  /** Time every request decodes, ms, whatever its length; undefined: by the rate. */
  decodeMs: number | undefined;
  /** 0: no prefix is ever found in the cache. */
  kvCacheTokens: number;
  /** Default: leaves. */
  evictsFirst?: EvictionOrder | undefined;
  batching: Batching;
}>;

/** Every running request at full speed. */
export const INDEPENDENT: Batching = { kind: 'independent' };
