/**
 * Keeps the number of series bounded, whatever callers send.
 *
 * Routing keys and model ids come from requests. The first distinct pairs get series of their own;
 * every later pair is counted under `other`. First come, first kept: a series that exists goes on.
 * Clusters and backends come from documents and host names, and may come and go for ever: they are
 * capped in the same way.
 */
import { targetKey } from '../../core/snapshot/target-key.js';
import type { Labels } from './port.js';

/** What a routing key and a model beyond the cap are called. */
export const OTHER = 'other';

export const DEFAULT_MAX_TARGETS = 1000;

/** Distinct clusters, and distinct backends, with series of their own, for each target allowed. */
const PLACES_PER_TARGET = 4;

/** Replaces what is beyond the cap; labels without a model pass unchanged. */
export type TargetCap = (labels: Labels) => Labels;

/**
 * Makes a cap of `maxTargets` distinct (routing_key, model) pairs, shared by all metrics that use
 * it; metrics with a model and no routing key have as many models of their own.
 */
export const createTargetCap = (maxTargets = DEFAULT_MAX_TARGETS): TargetCap => {
  const pairs = createBoundedSet(maxTargets);
  const models = createBoundedSet(maxTargets);
  const places = createBoundedSet(maxTargets * PLACES_PER_TARGET);
  return (given) => {
    const labels = capPlace(given, places);
    const { model, routing_key: routingKey } = labels;
    if (model === undefined) return labels;
    if (routingKey === undefined) return models(model) ? labels : { ...labels, model: OTHER };
    return pairs(targetKey({ routingKey, modelId: model }))
      ? labels
      : { ...labels, routing_key: OTHER, model: OTHER };
  };
};

/** Clusters and backends beyond the cap are `other` within their model. */
const capPlace = (labels: Labels, isKept: (key: string) => boolean): Labels => {
  const { model, cluster, backend } = labels;
  if (cluster === undefined || isKept(JSON.stringify([model, cluster, backend]))) return labels;
  return { ...labels, cluster: OTHER, ...(backend !== undefined && { backend: OTHER }) };
};

/** Answers whether a key is among the first `maxCount` distinct ones. */
const createBoundedSet = (maxCount: number): ((key: string) => boolean) => {
  const known = new Set<string>();
  return (key) => {
    if (known.has(key)) return true;
    if (known.size >= maxCount) return false;
    known.add(key);
    return true;
  };
};
