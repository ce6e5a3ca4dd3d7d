/** Metrics for `prom-client`. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import type * as PromClient from 'prom-client';
import type { Fault } from '../../core/fault.js';
import {
  DEFAULT_PREFIXES,
  metricName,
  metricSpec,
  METRIC_NAMES,
  type MetricName,
  type MetricPrefixes,
  type MetricSpec,
} from './metrics.js';
import { loadPackage } from './load-package.js';
import type { Labels, Metrics } from './port.js';
import { COUNTERS_FROM_CREATION, createSeriesOf, isCountable, labelSets } from './series.js';

export type PrometheusOptions = Readonly<{
  /** Where the metrics are registered; default: the client's own registry. */
  registry?: PromClient.Registry;
  /** Default: `stargate_` for the router's metrics, `llm_api_gateway_` for the gateway's. */
  prefixes?: Partial<MetricPrefixes>;
  /** Which services' metrics to register; default: both. */
  roles?: readonly MetricSpec['role'][];
  /** Distinct (routing_key, model) pairs with series of their own; later ones are `other`. */
  maxTargets?: number;
}>;

/** Metrics that can be shown on a page. */
export type PrometheusMetrics = Metrics &
  Readonly<{
    /** Value of the `content-type` header of `page`. */
    contentType: string;
    /** Everything in the registry, in Prometheus text format. */
    page: () => Promise<string>;
  }>;

/**
 * Reports metrics to prom-client, given as a module.
 *
 * Metrics that the registry already has under the same name are used, so several engines of one
 * process can share it. Never throws while counting: values that cannot be counted are ignored.
 *
 * @example
 * const metrics = createPrometheusMetrics(await import('prom-client'));
 */
export const createPrometheusMetrics = (
  client: Pick<typeof PromClient, 'Counter' | 'Gauge' | 'Histogram' | 'register'>,
  options: PrometheusOptions = {},
): PrometheusMetrics => {
  const registry = options.registry ?? client.register;
  const instruments = register(client, registry, options);
  const seriesOf = createSeriesOf(options.maxTargets);
  const metrics: Metrics = {
    count: (metric, labels, by = 1) => {
      if (isCountable(by)) instruments.counters.get(metric)?.inc(seriesOf(metric, labels), by);
    },
    gauge: (metric, labels, value) => {
      if (!Number.isFinite(value)) return;
      instruments.gauges.get(metric)?.set(seriesOf(metric, labels), value);
    },
    observe: (metric, labels, value) => {
      if (!isCountable(value)) return;
      instruments.histograms.get(metric)?.observe(seriesOf(metric, labels), value);
    },
  };
  for (const metric of COUNTERS_FROM_CREATION) {
    for (const labels of labelSets(metric)) metrics.count(metric, labels, 0);
  }
  return { ...metrics, contentType: registry.contentType, page: () => registry.metrics() };
};

/** The same with the package loaded now; a fault names it when it is not installed. */
export const loadPrometheusMetrics = (
  options: PrometheusOptions = {},
): TE.TaskEither<Fault, PrometheusMetrics> =>
  TE.map((client: typeof PromClient) => createPrometheusMetrics(client, options))(
    loadPackage<typeof PromClient>('prom-client'),
  );

type Instruments = Readonly<{
  counters: Map<MetricName, Pick<PromClient.Counter, 'inc'> & { inc(l: Labels, by: number): void }>;
  gauges: Map<MetricName, { set(labels: Labels, value: number): void }>;
  histograms: Map<MetricName, { observe(labels: Labels, value: number): void }>;
}>;
