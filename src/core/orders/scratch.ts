/**
 * Working memory of one decision, allocated once per membership.
 *
 * Decisions are synchronous and never nest, so sharing it is safe; nothing in it is read before
 * the same decision wrote it.
 */
export type Scratch = Readonly<{
  /** By position in the planned order: the cluster, and its TTFT (Infinity: may not serve). */
  clusters: Uint32Array;
  ttftMs: Float64Array;
  /** TTFTs that may start an open bucket. */
  startsMs: Float64Array;
  /** Positions of candidates that may be drawn. */
  eligible: Uint32Array;
  /** Scores, by position or cluster. */
  scores: Float64Array;
  /** Numbers to sort, and the same memory as 32-bit halves. */
  keys: Float64Array;
  keyHalves: Uint32Array;
}>;

export const createScratch = (size: number): Scratch => {
  const keys = new Float64Array(size);
  return {
    clusters: new Uint32Array(size),
    ttftMs: new Float64Array(size),
    startsMs: new Float64Array(size),
    eligible: new Uint32Array(size),
    scores: new Float64Array(size),
    keys,
    keyHalves: new Uint32Array(keys.buffer),
  };
};
