import type { Reservation } from '../../core/reserve.js';
import { reserve } from '../../core/reserve.js';
import type { View } from '../../core/view.js';
import { idlePoolView, type PoolCluster } from './cluster-pool.js';
import { BLOCK_TOKENS, type TraceRow } from './trace-row.js';

/** Speed at which every request is answered, tokens/s. */
const DECODE_TOKENS_PER_SECOND = 50;

/** Clusters of the trace: the trace keeps most of their slots busy. */
export const TRACE_POOL: readonly PoolCluster[] = ['A', 'B', 'C', 'D'].map((clusterId, at) => ({
  clusterId,
  rttMs: 5 + at,
  slots: 8,
  prefillTokensPerSecond: 20_000,
}));

/** How a request is served once it is sent to a cluster. */
export type Service = Readonly<{ cachedBlockCount: number; firstTokenMs: number; endMs: number }>;

/**
 * The clusters of the trace: what runs on them and what their KV caches hold.
 *
 * Simplified: every running request has the whole prefill and decode rate, caches keep all they
 * have seen, and a reservation counts its tokens as queued until the request ends.
 */
export class TracePool {
  readonly #idle = idlePoolView(TRACE_POOL);
  readonly #cachedBlocks = new Map(
    TRACE_POOL.map(({ clusterId }) => [clusterId, new Set<number>()]),
  );
  readonly #live = new Set<Reservation>();
  #view: View = this.#idle;

  /** The pool with everything that runs on it. */
  get view(): View {
    return this.#view;
  }

  /** Sends a request to a cluster. Times count from this moment. */
  start(clusterId: string, row: TraceRow): Readonly<{ service: Service; release: () => void }> {
    const reservation = { clusterId, inputTokens: row.input_length };
    this.#live.add(reservation);
    this.#view = reserve(this.#idle, ...this.#live);
    return {
      service: this.#serve(clusterId, row),
      release: () => {
        this.#live.delete(reservation);
        this.#view = reserve(this.#idle, ...this.#live);
      },
    };
  }

  #serve(clusterId: string, row: TraceRow): Service {
    const cached = this.#cachedBlocks.get(clusterId)!;
    const firstMiss = row.hash_ids.findIndex((block) => !cached.has(block));
    const cachedBlockCount = firstMiss < 0 ? row.hash_ids.length : firstMiss;
    for (const block of row.hash_ids) cached.add(block);
    const { rttMs, prefillTokensPerSecond } = TRACE_POOL.find(
      (one) => one.clusterId === clusterId,
    )!;
    const computedTokens = Math.max(0, row.input_length - cachedBlockCount * BLOCK_TOKENS);
    const firstTokenMs = rttMs + (computedTokens / prefillTokensPerSecond) * 1000;
    const decodeMs = (row.output_length / DECODE_TOKENS_PER_SECOND) * 1000;
    return { cachedBlockCount, firstTokenMs, endMs: firstTokenMs + decodeMs };
  }
}
