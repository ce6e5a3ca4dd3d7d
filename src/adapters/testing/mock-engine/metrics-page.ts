import { HISTOGRAM_NAMES } from './meter.js';
import type { Histogram, HistogramName, MeterTotals } from './meter.js';
import type { SchedulerCounts } from './scheduler.js';
import type { MockEngineSettings } from './settings.js';

/** What a metrics page is made of. */
export type MetricsPageInput = Readonly<{
  settings: Pick<MockEngineSettings, 'modelIds' | 'kvCapacityTokens'>;
  counts: SchedulerCounts;
  totals: MeterTotals;
}>;

/** Content type of the Prometheus text format. */
export const METRICS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * The engine's numbers in the Prometheus text format, under the names vLLM's V1 engine has used
 * since release 0.12.
 *
 * As there, prompt tokens include cached ones and move when a prefill is done, the time
 * histograms move when a request ends, and KV use counts running requests only.
 */
export const renderMetricsPage = (input: MetricsPageInput): string => {
  const labels: Labels = { engine: '0', model_name: input.settings.modelIds[0]! };
  const lines = [
    ...renderProcess(input.totals),
    ...renderGauges(input, labels),
    ...renderCounters(input.totals, labels),
    ...HISTOGRAM_NAMES.flatMap((name) =>
      renderHistogram(name, input.totals.histograms[name], labels),
    ),
  ];
  return `${lines.join('\n')}\n`;
};

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [value: number, labels: Labels];

const renderProcess = (totals: MeterTotals): string[] => [
  '# HELP process_start_time_seconds Start time of the process since unix epoch in seconds.',
  '# TYPE process_start_time_seconds gauge',
  `process_start_time_seconds ${formatNumber(totals.startedAtMs / 1000)}`,
];

const renderGauges = ({ settings, counts, totals }: MetricsPageInput, labels: Labels): string[] => [
  ...renderFamily('num_requests_running', 'gauge', 'Requests in execution.', [
    [counts.running, labels],
  ]),
  ...renderFamily('num_requests_waiting', 'gauge', 'Requests waiting to be processed.', [
    [counts.waiting, labels],
  ]),
  ...renderFamily('kv_cache_usage_perc', 'gauge', 'KV cache in use; 1 means all of it.', [
    [kvUse(totals.heldTokens, settings.kvCapacityTokens), labels],
  ]),
  ...renderFamily('cache_config_info', 'gauge', 'Configuration of the KV cache.', [
    [1, cacheConfigLabels(settings.kvCapacityTokens, labels)],
  ]),
];

const renderCounters = (totals: MeterTotals, labels: Labels): string[] => {
  const { promptTokens, cachedTokens, outputTokens, finished } = totals;
  const counter = (name: string, help: string, samples: readonly Sample[]) =>
    renderFamily(name, 'counter', help, samples);
  return [
    ...counter('prompt_tokens_total', 'Prompt tokens processed.', [[promptTokens, labels]]),
    ...counter('prompt_tokens_by_source_total', 'Prompt tokens by where they came from.', [
      [promptTokens - cachedTokens, { ...labels, source: 'local_compute' }],
      [cachedTokens, { ...labels, source: 'local_cache_hit' }],
      [0, { ...labels, source: 'external_kv_transfer' }],
    ]),
    ...counter('prompt_tokens_cached_total', 'Prompt tokens found in the cache.', [
      [cachedTokens, labels],
    ]),
    ...counter('generation_tokens_total', 'Output tokens made.', [[outputTokens, labels]]),
    ...counter('prefix_cache_queries_total', 'Tokens looked up in the prefix cache.', [
      [promptTokens, labels],
    ]),
    ...counter('prefix_cache_hits_total', 'Tokens found in the prefix cache.', [
      [cachedTokens, labels],
    ]),
    ...counter(
      'request_success_total',
      'Requests that ended.',
      Object.entries(finished).map(([reason, count]) => [
        count,
        { ...labels, finished_reason: reason },
      ]),
    ),
  ];
};

const renderHistogram = (name: HistogramName, histogram: Histogram, labels: Labels): string[] => {
  const buckets = histogram.buckets();
  return [
    ...renderHead(name, 'histogram', HISTOGRAM_HELP[name]),
    ...buckets.map(([bound, count]) =>
      renderSample(`${name}_bucket`, [count, { ...labels, le: formatNumber(bound) }]),
    ),
    renderSample(`${name}_count`, [buckets.at(-1)![1], labels]),
    renderSample(`${name}_sum`, [histogram.sum(), labels]),
  ];
};

const HISTOGRAM_HELP: Readonly<Record<HistogramName, string>> = {
  time_to_first_token_seconds: 'Time from arrival to the first output token.',
  e2e_request_latency_seconds: 'Time from arrival to the end of a request.',
  request_queue_time_seconds: 'Time a request waited for a slot.',
  request_prefill_time_seconds: 'Time a request spent in prefill.',
  request_decode_time_seconds: 'Time a request spent in decode.',
  request_prefill_kv_computed_tokens: 'Prompt tokens computed in prefill, without cached ones.',
};

const kvUse = (heldTokens: number, capacityTokens: number): number =>
  capacityTokens === 0 ? 0 : Math.min(1, heldTokens / capacityTokens);

const BLOCK_TOKENS = 16;

const cacheConfigLabels = (capacityTokens: number, labels: Labels): Labels => ({
  ...labels,
  block_size: String(BLOCK_TOKENS),
  enable_prefix_caching: capacityTokens > 0 ? 'True' : 'False',
  kv_cache_size_tokens: String(capacityTokens),
  num_gpu_blocks: String(Math.floor(capacityTokens / BLOCK_TOKENS)),
});

const renderFamily = (
  name: string,
  type: 'gauge' | 'counter',
  help: string,
  samples: readonly Sample[],
): string[] => [
  ...renderHead(name, type, help),
  ...samples.map((sample) => renderSample(name, sample)),
];

const renderHead = (name: string, type: string, help: string): string[] => [
  `# HELP vllm:${name} ${help}`,
  `# TYPE vllm:${name} ${type}`,
];

const renderSample = (name: string, [value, labels]: Sample): string => {
  const pairs = Object.keys(labels)
    .sort()
    .map((key) => `${key}="${escapeLabel(labels[key]!)}"`);
  return `vllm:${name}{${pairs.join(',')}} ${formatNumber(value)}`;
};

const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

/** Whole numbers carry ".0", as the engine prints them. */
const formatNumber = (value: number): string => {
  if (value === Infinity) return '+Inf';
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(1) : String(value);
};
