import type { MeterTotals } from './meter.js';
import type { SchedulerCounts } from './scheduler.js';
import type { MockEngineSettings } from './settings.js';
/** What a metrics page is made of. */
export type MetricsPageInput = Readonly<{
    settings: Pick<MockEngineSettings, 'modelIds' | 'kvCapacityTokens'>;
    counts: SchedulerCounts;
    totals: MeterTotals;
}>;
/** Content type of the Prometheus text format. */
export declare const METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
/**
 * The engine's numbers in the Prometheus text format, under the names vLLM's V1 engine has used
 * since release 0.12.
 *
 * As there, prompt tokens include cached ones and move when a prefill is done, the time
 * histograms move when a request ends, and KV use counts running requests only.
 */
export declare const renderMetricsPage: (input: MetricsPageInput) => string;
