import type { RouterProcess } from './site.js';

export const ROUTING_KEY = 'rk';

/** Base URLs of engines, by cluster. */
export type EngineUrls = Readonly<Record<string, string>>;

/** What a router is told: a target per model, of clusters with one backend each. */
export const fleetDocument = (
  urls: EngineUrls,
  { full = [], models = ['m'] }: Load = {},
): object => ({
  targets: models.map((model_id) => ({
    ...{ routing_key: ROUTING_KEY, model_id },
    clusters: Object.entries(urls).map(([cluster_id, url]) => ({
      ...{ cluster_id, rtt_ms: 5 },
      stats: {
        max_engine_concurrency: 64,
        num_running_queries: full.includes(cluster_id) ? 64 : 0,
        ...{ last_mean_input_tps: 1_000, max_input_tps: 1_000 },
      },
      backends: [{ id: `${cluster_id}-1`, url }],
    })),
  })),
});

/** What there is to tell beside the engines. */
export type Load = Readonly<{
  /** Clusters without a free slot. */
  full?: readonly string[];
  models?: readonly string[];
}>;

/** Tells a router the load of its clusters. */
export const pushLoad = async (
  router: RouterProcess,
  urls: EngineUrls,
  load?: Load,
): Promise<void> => {
  const answer = await fetch(`${router.admin}/snapshot`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fleetDocument(urls, load)),
  });
  if (answer.status !== 204) throw new Error(await answer.text());
};
