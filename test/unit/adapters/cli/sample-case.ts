/** A case in which A is first in the order and full, and B has room. */
export const sampleCase = {
  config: {
    algorithm: 'pulsar-wait-and-widen',
    cache_affinity_wait_ms: 300,
    cache_affinity_input_tokens_scale: 0.1,
    last_cluster_affinity: true,
  },
  snapshot: {
    routing_key: 'rk',
    model_id: 'm',
    clusters: [cluster('A', 1), cluster('B', 0)],
  },
  request: {
    request_id: 'r1',
    cache_affinity_key: 'k',
    input_tokens: 100,
    last_cluster_id: 'A',
  },
  elapsed_ms: 0,
};

function cluster(clusterId: string, runningCount: number) {
  return {
    cluster_id: clusterId,
    rtt_ms: 5,
    stats: {
      last_mean_input_tps: 1000,
      max_input_tps: 1000,
      max_engine_concurrency: 1,
      num_running_queries: runningCount,
    },
  };
}

/** Its line. */
export const sampleLine = JSON.stringify(sampleCase);
