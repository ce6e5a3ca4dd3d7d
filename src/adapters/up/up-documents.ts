/** The fleet, model and routing files that say what the engines have said. */
import type { JsonObject } from '../../core/codec/codec.js';
import { clusterIdOf } from './engine-names.js';
import type { EngineFacts, ServedModel } from './engine-facts.js';

/** The three files, as JSON. */
export type UpDocuments = Readonly<Record<'fleet' | 'models' | 'routing', JsonObject>>;

/**
 * Makes them: one cluster per engine, open models, and waiting that keeps sessions where their
 * cache is. `slots` are those of each engine.
 */
export const documentsOf = (engines: readonly EngineFacts[], slots: number): UpDocuments => {
  const clusters = clustersByModel(engines, slots);
  const ids = [...clusters.keys()];
  return {
    fleet: { targets: ids.map((id) => ({ model_id: id, clusters: clusters.get(id)! })) },
    // Here nobody checks keys, so that those of the clients are the engines' to check.
    models: { models: ids.map((model) => ({ model, forward_authorization: true })) },
    routing: {
      default: 'pulsar-wait-and-widen',
      models: Object.fromEntries(ids.map((id) => [id, routingOf(slots)])),
    },
  };
};

/** The clusters of each model, both in the order in which engines name them. */
const clustersByModel = (
  engines: readonly EngineFacts[],
  slots: number,
): ReadonlyMap<string, readonly JsonObject[]> => {
  const clusters = new Map<string, JsonObject[]>();
  for (const { url, models } of engines) {
    for (const model of models) {
      const known = clusters.get(model.id);
      const cluster = clusterJson(url, model, slots);
      if (known === undefined) clusters.set(model.id, [cluster]);
      else known.push(cluster);
    }
  }
  return clusters;
};

/** Until reports say more, all are equally near. */
const UNKNOWN_RTT_MS = 1;

/** What has ended counts as running until a report says otherwise, so reports come often. */
const POLL_INTERVAL_MS = 250;

const clusterJson = (url: string, { page }: ServedModel, slots: number): JsonObject => {
  const id = clusterIdOf(url);
  const source = page && {
    ...{ kind: 'prometheus', engine: page.engine, interval_ms: POLL_INTERVAL_MS },
    ...(page.modelName !== undefined && { model_name: page.modelName }),
  };
  return {
    cluster_id: id,
    rtt_ms: UNKNOWN_RTT_MS,
    backends: [
      {
        id,
        url,
        stats: { max_engine_concurrency: slots },
        ...(source !== undefined && { source }),
      },
    ],
  };
};

/** A queue of three quarters of the slots keeps an engine busy and lets it reorder. */
const routingOf = (slots: number): JsonObject => ({
  algorithm: 'pulsar-wait-and-widen',
  last_cluster_affinity: true,
  cache_affinity_wait_ms: 300,
  cache_affinity_input_tokens_scale: 0.1,
  max_queued: Math.max(1, Math.floor(slots * 0.75)),
  fallback_max_queued: slots,
});
