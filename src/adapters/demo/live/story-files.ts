/** What router and gateway are set up with to play the story. */
import { STORY_RUNS, AFFINITY_WAIT_MS, INPUT_TOKENS_SCALE, type StoryRun } from '../story.js';

/** Clusters of the story, each one engine. */
export const CLUSTER_IDS = ['A', 'B'] as const;

export type StoryClusterId = (typeof CLUSTER_IDS)[number];

/** Requests that an engine of the story runs at a time. */
export const SLOTS = 8;

/** Prompt tokens that it computes in a second. */
export const PREFILL_TOKENS_PER_SECOND = 20_000;

/** The model of a run; every run has one of its own, served by the same engines. */
export const modelOf = ({ algorithm, lastClusterAffinity }: StoryRun): string =>
  `${algorithm}-${lastClusterAffinity ? 'on' : 'off'}`;

export const MODEL_IDS: readonly string[] = STORY_RUNS.map(modelOf);

/** The router's configuration. */
export const lbConfig = (): object => ({
  models: Object.fromEntries(STORY_RUNS.map((run) => [modelOf(run), detailsOf(run)])),
});

const detailsOf = ({ algorithm, lastClusterAffinity }: StoryRun) => ({
  algorithm,
  cache_affinity_backend_selection_count: 1,
  cache_affinity_wait_ms: AFFINITY_WAIT_MS,
  cache_affinity_input_tokens_scale: INPUT_TOKENS_SCALE,
  last_cluster_affinity: lastClusterAffinity,
});

/** The gateway's models, open to everybody. */
export const modelList = (): object => ({ models: MODEL_IDS.map((model) => ({ model })) });

/** The clusters of one run; their load comes from the metrics pages of the engines. */
export const fleetDocument = (
  run: StoryRun,
  urls: Readonly<Record<StoryClusterId, string>>,
): object => ({
  targets: [
    {
      model_id: modelOf(run),
      clusters: CLUSTER_IDS.map((cluster_id) => ({
        cluster_id,
        rtt_ms: 1,
        backends: [
          {
            id: `${cluster_id}-1`,
            url: urls[cluster_id],
            stats: {
              max_engine_concurrency: SLOTS,
              max_input_tps: PREFILL_TOKENS_PER_SECOND,
              last_mean_input_tps: PREFILL_TOKENS_PER_SECOND,
            },
            source: { kind: 'prometheus', engine: 'vllm', interval_ms: 50 },
          },
        ],
      })),
    },
  ],
});
