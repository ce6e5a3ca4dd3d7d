/**
 * Keeps the number of series bounded, whatever callers send.
 *
 * Routing keys and model ids come from requests. The first distinct pairs get series of their own;
 * every later pair is counted under `other`. First come, first kept: a series that exists goes on.
 */
import type { Labels } from './port.js';
/** What a routing key and a model beyond the cap are called. */
export declare const OTHER = "other";
export declare const DEFAULT_MAX_TARGETS = 1000;
/** Replaces what is beyond the cap; labels without a model pass unchanged. */
export type TargetCap = (labels: Labels) => Labels;
/**
 * Makes a cap of `maxTargets` distinct (routing_key, model) pairs, shared by all metrics that use
 * it; metrics with a model and no routing key have as many models of their own.
 */
export declare const createTargetCap: (maxTargets?: number) => TargetCap;
