import type { Turn } from '../workload/workload.js';

/** A request at an engine. */
export type Job = {
  readonly turn: Turn;
  /** When it reached the engine, ms. */
  reachedMs: number;
  /** When its prompt began to be computed, ms. */
  startedMs: number;
  /** Prompt tokens found in the cache. */
  cachedTokens: number;
  /** Time its prompt takes, or took, to compute. */
  prefillMs: number;
  /** Changes of pace when it started. */
  paceCount: number;
  /** Whether it started at full speed. */
  isAtFullSpeed: boolean;
};
