/** Cases to start from. */
import type { CaseJson } from './case-json.js';

const cluster = (id: string, running: number, slots = 8, more: object = {}) => ({
  cluster_id: id,
  rtt_ms: 5,
  stats: {
    ...{ num_running_queries: running, max_engine_concurrency: slots },
    ...{ last_mean_input_tps: 8000, max_input_tps: 9000, ...more },
  },
});

const POLICY = {
  algorithm: 'pulsar-wait-and-widen',
  cache_affinity_wait_ms: 300,
  cache_affinity_input_tokens_scale: 0.1,
  last_cluster_affinity: true,
};

const REQUEST = { request_id: 'r1', cache_affinity_key: 'session-2', input_tokens: 2000 };

/** Every case by the words that offer it; the first one is what the page opens with. */
export const PRESETS: Readonly<Record<string, CaseJson>> = {
  'a session whose home is full waits for it': {
    config: POLICY,
    snapshot: {
      model_id: 'm',
      clusters: [
        cluster('A', 8),
        cluster('B', 3),
        cluster('C', 9, 16, { last_mean_input_tps: 16000, max_input_tps: 18000 }),
      ],
    },
    request: { ...REQUEST, last_cluster_id: 'A' },
    elapsed_ms: 0,
  },
  'a new session overflows at once': {
    config: POLICY,
    snapshot: { model_id: 'm', clusters: [cluster('A', 8), cluster('B', 3), cluster('C', 8)] },
    request: REQUEST,
    elapsed_ms: 0,
  },
  'bands open one after the other': {
    config: { ...POLICY, band_widen_interval_ms: 200 },
    snapshot: {
      model_id: 'm',
      clusters: ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((id) => cluster(id, id === 'E' ? 2 : 8)),
    },
    request: { ...REQUEST, last_cluster_id: 'A' },
    elapsed_ms: 0,
  },
  'slower clusters open later (buckets)': {
    config: {
      ...POLICY,
      cache_affinity_wait_ms: 100,
      ttft_bucket_size_ms: 100,
      next_bucket_unlock_factor: 0.5,
      band_widen_interval_ms: 0,
    },
    snapshot: {
      model_id: 'm',
      clusters: [
        cluster('near', 8),
        { ...cluster('far', 2), rtt_ms: 180 },
        { ...cluster('slow', 1, 8, { last_mean_input_tps: 3000 }), rtt_ms: 20 },
      ],
    },
    request: { ...REQUEST, last_cluster_id: 'near' },
    elapsed_ms: 0,
  },
  'a hash ring with a group of two': {
    config: {
      ...{ ...POLICY, algorithm: 'wait-and-widen', cache_affinity_backend_selection_count: 2 },
      cache_affinity_virtual_nodes: 16,
    },
    snapshot: {
      model_id: 'm',
      clusters: ['A', 'B', 'C', 'D'].map((id) => cluster(id, id === 'D' ? 1 : 8)),
    },
    request: { ...REQUEST, last_cluster_id: 'C' },
    elapsed_ms: 0,
  },
  'two clusters drawn, the better one taken': {
    config: { algorithm: 'power-of-n', sample_count: 2 },
    snapshot: { model_id: 'm', clusters: ['A', 'B', 'C'].map((id, at) => cluster(id, at * 3)) },
    request: { ...REQUEST },
    elapsed_ms: 0,
  },
};
