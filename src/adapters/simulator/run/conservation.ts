/** Where every request and every token of a run went. */
export type Totals = {
  arrived: number;
  done: number;
  refused: number;
  failed: number;
  /** Neither done nor turned away when the run ended. */
  open: number;
  /** Prompt tokens of requests that had a first token, and those of them found in a cache. */
  inputTokens: number;
  cachedTokens: number;
};

/**
 * Throws where the books do not balance: requests in = done + refused + failed + open, tokens in =
 * cached + computed. Every run is checked; a run that fails has a fault in the simulator.
 */
export const checkConservation = (totals: Readonly<Totals>, computedTokens: number): void => {
  const { arrived, done, refused, failed, open, inputTokens, cachedTokens } = totals;
  if (arrived !== done + refused + failed + open) {
    throw new Error(`the simulation lost requests: ${JSON.stringify(totals)}`);
  }
  if (Math.abs(inputTokens - cachedTokens - computedTokens) > 1e-6 * Math.max(1, inputTokens)) {
    const computed = String(computedTokens);
    throw new Error(`the simulation lost tokens: ${JSON.stringify(totals)}, computed ${computed}`);
  }
};
