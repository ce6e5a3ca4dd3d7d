/**
 * Working memory of one decision, allocated once per membership.
 *
 * Decisions are synchronous and never nest, so sharing it is safe; nothing in it is read before
 * the same decision wrote it.
 */
export type Scratch = Readonly<{
  /** Candidates with a finite TTFT: cluster, position in the planned order, TTFT. */
  clusters: Uint32Array;
  positions: Uint32Array;
  ttftMs: Float64Array;
  /** TTFTs to sort. */
  sortedMs: Float64Array;
  /** Slots (into the arrays above) of candidates that may be drawn. */
  eligible: Uint32Array;
}>;

export const createScratch = (size: number): Scratch => ({
  clusters: new Uint32Array(size),
  positions: new Uint32Array(size),
  ttftMs: new Float64Array(size),
  sortedMs: new Float64Array(size),
  eligible: new Uint32Array(size),
});
