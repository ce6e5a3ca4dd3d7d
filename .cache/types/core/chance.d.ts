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
export declare const createGenerator: (view: View, seed: string, request: RoutingRequest) => Generator;
