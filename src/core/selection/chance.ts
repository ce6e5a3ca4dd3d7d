import tychei from 'seedrandom/lib/tychei.js';
import type { DecisionContext, Generator } from './decision-context.js';
import type { RoutingRequest } from '../request.js';
import { View } from '../view/view.js';

/**
 * The generator of one request: equal in every process, independent of the clock, the session
 * state and everything else that may differ between attempts of one request.
 *
 * Its seed are the upper 53 bits of the XXH3-64 of the tagged policy seed, routing key, model id,
 * affinity key and request id, as an integer: seedrandom takes one in two thirds of the time of
 * the same bits as text. Tyche-i (Neves and Araujo, 2011) is the fastest generator of seedrandom to
 * seed among those that spread sequential request ids uniformly.
 */
export const createGenerator = (view: View, seed: string, request: RoutingRequest): Generator => {
  const { orders } = View.stateOf(view);
  return tychei(orders.chanceSeed(seed, request.cacheAffinityKey ?? '', request.requestId));
};

/** Moves a uniform sample of `take` entries, without replacement, to the front of `entries`. */
export const sampleToFront = (
  entries: Uint32Array,
  count: number,
  take: number,
  context: DecisionContext,
): void => {
  for (let i = 0; i < take; i++) {
    const j = i + drawIndex(context, count - i);
    const entry = entries[i]!;
    entries[i] = entries[j]!;
    entries[j] = entry;
  }
};

/** A whole number below `count`, uniformly; seeds the generator on the first call. */
export const drawIndex = (context: DecisionContext, count: number): number => {
  context.generator ??= createGenerator(context.view, context.policy.seed, context.request);
  return Math.floor(context.generator() * count);
};
