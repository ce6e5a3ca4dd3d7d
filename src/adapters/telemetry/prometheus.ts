/** Metrics for `prom-client`. */
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type * as PromClient from 'prom-client';
import type { Fault } from '../../core/codec/fault.js';
import {
  DEFAULT_PREFIXES,
  metricName,
  metricSpec,
  METRIC_NAMES,
  type MetricName,
  type MetricPrefixes,
  type MetricSpec,
} from './metrics.js';
import { loadPackage } from '../node/load-package.js';
import type { Labels, Metrics } from './port.js';
import { COUNTERS_FROM_CREATION, createSeriesOf, isCountable, labelSets } from './series.js';

/** What `createPrometheusMetrics` may be told; nothing is required. */
export type PrometheusOptions = Readonly<{
  /** Where the metrics are registered; default: the client's own registry. */
  registry?: PromClient.Registry;
  /** Default: `stargate_` for the router's metrics, `llm_api_gateway_` for the gateway's. */
  prefixes?: Partial<MetricPrefixes>;
  /** Which services' metrics to register; default: both. */
  roles?: readonly MetricSpec['role'][];
  /** Distinct (routing_key, model) pairs with series of their own; later ones are `other`. */
  maxTargets?: number;
  /** Also reports on the process, and `homeward_build_info` with this version. Default: neither. */
  buildVersion?: string;
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
  const recorders = createRecorders(client, registry, options);
  const seriesOf = createSeriesOf(options.maxTargets);
  const record = (metric: MetricName, labels: Labels, value: number): void =>
    recorders.get(metric)?.(seriesOf(metric, labels), value);
  const metrics: Metrics = {
    count: (metric, labels, by = 1) => {
      if (isCountable(by)) record(metric, labels, by);
    },
    gauge: (metric, labels, value) => {
      if (Number.isFinite(value)) record(metric, labels, value);
    },
    observe: (metric, labels, value) => {
      if (isCountable(value)) record(metric, labels, value);
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
  pipe(
    loadPackage<typeof PromClient>('prom-client'),
    TE.map((client) => {
      if (options.buildVersion !== undefined) reportProcess(client, options);
      return createPrometheusMetrics(client, options);
    }),
  );

const BUILD_INFO = 'homeward_build_info';

/** Once per registry, however many servers share it. */
const reportProcess = (
  client: typeof PromClient,
  { registry = client.register, buildVersion = '' }: PrometheusOptions,
): void => {
  if (registry.getSingleMetric(BUILD_INFO) !== undefined) return;
  client.collectDefaultMetrics({ register: registry });
  const info = new client.Gauge({
    name: BUILD_INFO,
    help: 'Always 1; the version of homeward and of Node.js.',
    labelNames: ['version', 'node'],
    registers: [registry],
  });
  info.set({ version: buildVersion, node: process.version }, 1);
};

type Client = Pick<typeof PromClient, 'Counter' | 'Gauge' | 'Histogram'>;

type Recorder = (labels: Labels, value: number) => void;

const createRecorders = (
  client: Client,
  registry: PromClient.Registry,
  { prefixes, roles }: PrometheusOptions,
): ReadonlyMap<MetricName, Recorder> => {
  const allPrefixes = { ...DEFAULT_PREFIXES, ...prefixes };
  const wanted = METRIC_NAMES.filter((metric) => roles?.includes(metricSpec(metric).role) ?? true);
  return new Map(
    wanted.map((metric) => {
      const name = metricName(metric, allPrefixes);
      return [metric, createRecorder(client, registry, name, metricSpec(metric))];
    }),
  );
};

const createRecorder = (
  client: Client,
  registry: PromClient.Registry,
  name: string,
  { type, help, labels, buckets = [] }: MetricSpec,
): Recorder => {
  const existing = registry.getSingleMetric(name);
  const config = { name, help, labelNames: Object.keys(labels), registers: [registry] };
  switch (type) {
    case 'counter': {
      const counter = (existing as PromClient.Counter | undefined) ?? new client.Counter(config);
      return (given, by) => counter.inc(given, by);
    }
    case 'gauge': {
      const gauge = (existing as PromClient.Gauge | undefined) ?? new client.Gauge(config);
      return (given, value) => gauge.set(given, value);
    }
    case 'histogram': {
      const histogram =
        (existing as PromClient.Histogram | undefined) ??
        new client.Histogram({ ...config, buckets: [...buckets] });
      return (given, value) => histogram.observe(given, value);
    }
  }
};
