/** Metrics for `prom-client`. */
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type * as PromClient from 'prom-client';
import { fault, type Fault } from '../../core/codec/fault.js';
import { inputError } from '../../core/codec/input-error.js';
import { withDefaults, type Given } from '../../core/codec/option-ranges.js';
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
import { MetricFamily, type SeriesCell } from './metric-family.js';
import type { Labels, Metrics } from './port.js';
import { COUNTERS_FROM_CREATION, createSeriesOf, isCountable, labelSets } from './series.js';

/** What `createPrometheusMetrics` may be told; nothing is required. */
export type PrometheusOptions = Readonly<{
  /** Where the metrics are registered; default: the client's own registry. */
  registry?: PromClient.Registry | undefined;
  /**
   * What names begin with: letters, digits, "_" and ":". Default: `stargate_` for the router's
   * metrics, `llm_api_gateway_` for the gateway's.
   */
  prefixes?: Given<MetricPrefixes> | undefined;
  /** Which services' metrics to register; default: both. */
  roles?: readonly MetricSpec['role'][] | undefined;
  /**
   * Distinct (routing_key, model) pairs with series of their own; later ones are `other`. Default
   * 1,000.
   */
  maxTargets?: number | undefined;
  /** Also reports on the process, and `homeward_build_info` with this version. Default: neither. */
  buildVersion?: string | undefined;
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
 * Throws a RangeError when created with options that cannot be, or beside a metric that has one of
 * the names and another type or other labels.
 *
 * @example
 * const metrics = createPrometheusMetrics(await import('prom-client'));
 */
export const createPrometheusMetrics = (
  client: Pick<typeof PromClient, 'register'>,
  options: PrometheusOptions = {},
): PrometheusMetrics => {
  const registry = options.registry ?? client.register;
  refuseBadOptions(options);
  const families = createFamilies(registry, options);
  const seriesOf = createSeriesOf(options.maxTargets);
  const cellOf = (metric: MetricName, labels: Labels): SeriesCell | undefined =>
    families.get(metric)?.cell(seriesOf(metric, labels));
  const metrics: Metrics = {
    count: (metric, labels, by = 1) => {
      if (isCountable(by)) cellOf(metric, labels)?.record(by);
    },
    gauge: (metric, labels, value) => {
      if (Number.isFinite(value)) cellOf(metric, labels)?.record(value);
    },
    observe: (metric, labels, value) => {
      if (isCountable(value)) cellOf(metric, labels)?.record(value);
    },
    bind: (metric, labels) => {
      const cell = cellOf(metric, labels);
      return (value) => {
        if (isCountable(value)) cell?.record(value);
      };
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

const ROLES: readonly string[] = Object.keys(DEFAULT_PREFIXES);

const refuseBadOptions = ({ prefixes = {}, roles = [] }: PrometheusOptions): void => {
  const code = 'invalid_value';
  const badPrefixes = Object.entries(prefixes)
    .filter(([, prefix]) => prefix !== undefined && !/^([a-z_:][\w:]*)?$/i.test(prefix))
    .map(([role, given]) => {
      const expected = 'letters, digits, "_" and ":", a digit not first';
      return fault({ code, path: `prefixes.${role}`, expected, given });
    });
  const badRoles = roles
    .filter((role) => !ROLES.includes(role))
    .map((given) => fault({ code, path: 'roles', expected: ROLES.join(' or '), given }));
  const faults = [...badPrefixes, ...badRoles];
  if (faults.length > 0) throw inputError('options of createPrometheusMetrics', faults);
};

/** Where the series of one metric are: here, or in a metric that somebody else has registered. */
type Family = Readonly<{ cell: (labels: Labels) => SeriesCell }>;

const createFamilies = (
  registry: PromClient.Registry,
  { prefixes, roles }: PrometheusOptions,
): ReadonlyMap<MetricName, Family> => {
  const allPrefixes = withDefaults(DEFAULT_PREFIXES, prefixes);
  const wanted = METRIC_NAMES.filter((metric) => roles?.includes(metricSpec(metric).role) ?? true);
  return new Map(
    wanted.map((metric) => [
      metric,
      familyOf(registry, metricName(metric, allPrefixes), metricSpec(metric)),
    ]),
  );
};

const familyOf = (registry: PromClient.Registry, name: string, spec: MetricSpec): Family => {
  const existing: unknown = registry.getSingleMetric(name);
  if (existing instanceof MetricFamily) return existing;
  if (existing !== undefined) {
    refuseOtherShape(existing as ClientMetric, name, spec);
    return othersFamily(existing as ClientMetric);
  }
  const family = new MetricFamily(name, spec);
  // It has what a registry uses of a metric.
  registry.registerMetric(family as unknown as PromClient.Counter);
  return family;
};

type ClientMetric = PromClient.Counter | PromClient.Gauge | PromClient.Histogram;

/** Of what every metric of prom-client has, its types tell nothing. */
type Shape = Readonly<{ type?: string; labelNames?: readonly string[] }>;

/** It would throw at every count. */
const refuseOtherShape = (metric: ClientMetric, name: string, spec: MetricSpec): void => {
  const { type, labelNames = [] } = metric as unknown as Shape;
  const labels = Object.keys(spec.labels);
  if (type === spec.type && labels.every((label) => labelNames.includes(label))) return;
  const [expected, given] = [[spec.type, labels] as const, [String(type), labelNames] as const].map(
    ([kind, names]) => `a ${kind} ${withLabels(names)}`,
  );
  throw new RangeError(`metric ${name} of the registry: expected ${expected!}, given ${given!}`);
};

const withLabels = (names: readonly string[]): string =>
  names.length === 0 ? 'without labels' : `with the labels ${names.join(', ')}`;

const othersFamily = (metric: ClientMetric): Family => ({
  cell: (labels) => ({
    record: (value) => {
      if ('observe' in metric) metric.observe(labels, value);
      else if ('set' in metric) metric.set(labels, value);
      else metric.inc(labels, value);
    },
  }),
});
