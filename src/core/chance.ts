import tychei from 'seedrandom/lib/tychei.js';
import type { DecisionContext } from './decision-context.js';
import type { RoutingRequest } from './request.js';
import { View } from './view.js';

/** Gives a number in [0, 1) per call. */
export type Generator = () => number;

/**
 * The generator of one request: equal in every process, independent of the clock, the session
 * state and everything else that may differ between attempts of one request.
 *
 * Its seed is the XXH3-64, in 16 hex digits, of the tagged policy seed, routing key, model id,
 * affinity key and request id. Tyche-i (Neves and Araujo, 2011) is the fastest generator of
 * seedrandom to seed among those that spread sequential request ids uniformly.
 */
export const createGenerator = (view: View, seed: string, request: RoutingRequest): Generator => {
  const { orders } = View.stateOf(view);
  const hash = orders.chanceHash(seed, request.cacheAffinityKey ?? '', request.requestId);
  return tychei(hash.toString(16).padStart(16, '0'));
};

/** Moves a uniform sample of `take` entries, without replacement, to the front of `entries`. */
export const sampleToFront = (
  entries: Uint32Array,
  count: number,
  take: number,
  context: DecisionContext,
): void => {
  for (let i = 0; i < take; i++) {
    const j = i + Math.floor(draw(context) * (count - i));
    const entry = entries[i]!;
    entries[i] = entries[j]!;
    entries[j] = entry;
  }
};

/** A number in [0, 1); seeds the generator on the first call. */
const draw = (context: DecisionContext): number => {
  context.generator ??= createGenerator(context.view, context.policy.seed, context.request);
  return context.generator();
};
