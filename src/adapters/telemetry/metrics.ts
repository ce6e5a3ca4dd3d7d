/**
 * The metric table: every series the adapters report, described once.
 *
 * The adapters, `docs/metrics.md` and the check of dashboards and alerts all derive from its rows.
 */
import { ALGORITHMS } from '../../core/config/fields.js';
import { EXPRESSION_REJECTION_CODES } from '../../expression/rejection.js';
import { BACKEND_STATES, RETRY_REASONS, SELECTIONS, STATUS_LABELS } from './label-values.js';

/** Values a label takes: a closed list, or any (then the cap of `cardinality.ts` bounds it). */
export type LabelValues = readonly string[] | 'open';

/** One row of the metric table. */
export type MetricSpec = Readonly<{
  /** Name behind the prefix. */
  name: string;
  /** Which service reports it, and so which prefix it gets. */
  role: 'router' | 'gateway';
  /** Not one that fleets share: it always has the prefix `homeward_router_` or `homeward_gateway_`. */
  isOurs?: true;
  type: 'counter' | 'gauge' | 'histogram';
  /** Label names in the order they are written. */
  labels: Readonly<Record<string, LabelValues>>;
  help: string;
  /** Upper bounds in seconds, of a histogram. */
  buckets?: readonly number[];
  /** Series that exist with 0 before anything happened, and from when on. */
  startsAtZero?: 'creation' | 'target';
}>;

const REQUEST_BUCKETS = [
  ...[0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
] as const;

const defineMetrics = <const T extends Record<string, MetricSpec>>(metrics: T): T => metrics;

/** Every metric, once: its name, kind, help and labels. */
export const METRICS = defineMetrics({
  routingSelections: {
    name: 'routing_selections_total',
    role: 'router',
    type: 'counter',
    labels: { routing_key: 'open', model: 'open', algorithm: ALGORITHMS, selection: SELECTIONS },
    help: 'Selections; fallback means a rank depth above 1.',
  },
  routingSessionSelections: {
    name: 'routing_session_selections_total',
    role: 'router',
    type: 'counter',
    labels: {
      routing_key: 'open',
      model: 'open',
      algorithm: ALGORITHMS,
      session_state: ['new', 'returning', 'stale'],
      selection: SELECTIONS,
    },
    help: 'Selections of classified requests; returning and primary: sent to the last cluster.',
    startsAtZero: 'target',
  },
  routingDecisions: {
    name: 'routing_decisions_total',
    role: 'router',
    type: 'counter',
    labels: { algorithm: ALGORITHMS, kind: ['selected', 'wait', 'unavailable'] },
    help: 'Decisions; a request that waits takes several.',
  },
  routingWaitDuration: {
    name: 'routing_wait_duration_seconds',
    role: 'router',
    type: 'histogram',
    labels: { algorithm: ALGORITHMS, outcome: ['selected', 'timeout', 'unavailable', 'aborted'] },
    help: 'Time a request waited for a cluster; requests that did not wait are not in it.',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
  routingDecisionDuration: {
    name: 'routing_decision_duration_seconds',
    role: 'router',
    type: 'histogram',
    labels: { algorithm: ALGORITHMS },
    help: 'Time spent inside one decision.',
    buckets: [
      0.000001, 0.0000025, 0.000005, 0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001,
      0.01, 0.1,
    ],
  },
  routingExpressions: {
    name: 'routing_expressions_total',
    role: 'router',
    type: 'counter',
    labels: {
      method: [...ALGORITHMS, 'unknown'],
      outcome: ['accepted', ...EXPRESSION_REJECTION_CODES],
      cache: ['hit', 'build', 'none'],
    },
    help: 'Requests with a routing method, by what became of the expression.',
  },
  routingDefinitions: {
    name: 'routing_definitions',
    role: 'router',
    type: 'gauge',
    labels: {},
    help: 'Live definitions built from routing expressions, with their instances per target.',
  },
  admissionRejections: {
    name: 'admission_rejections_total',
    role: 'router',
    type: 'counter',
    labels: { algorithm: ALGORITHMS },
    help: 'Requests refused because the queued input work exceeded its maximum.',
  },
  snapshotAge: {
    name: 'snapshot_age_seconds',
    role: 'router',
    type: 'gauge',
    labels: { model: 'open', state: BACKEND_STATES },
    help: 'Age of the oldest statistics among the backends in this state.',
  },
  backends: {
    name: 'backends',
    role: 'router',
    type: 'gauge',
    labels: { model: 'open', state: BACKEND_STATES },
    help: 'Backends by state.',
  },
  proxyAttempts: {
    name: 'proxy_attempts_total',
    role: 'router',
    type: 'counter',
    labels: { model: 'open', reason: ['first', ...RETRY_REASONS] },
    help: 'Requests sent to engines, by why they were sent: first, or what the retry answers.',
  },
  proxyRetries: {
    name: 'proxy_retries_total',
    role: 'router',
    type: 'counter',
    labels: { model: 'open', reason: RETRY_REASONS },
    help: 'Attempts after the first, by what they answer.',
  },
  reportsLost: {
    name: 'reports_lost',
    role: 'router',
    isOurs: true,
    type: 'gauge',
    labels: { model: 'open' },
    help: 'Whether no backend of a target of the model reports any more, so that all are kept (0 or 1).',
  },
  documentRefused: {
    name: 'document_refused',
    role: 'router',
    isOurs: true,
    type: 'gauge',
    labels: { source: ['file', 'http', 'config'] },
    help: 'Whether the latest document of a source, fleet (file, http) or routing configuration (config), was refused, so that the last good one stays (0 or 1).',
  },
  requestsWaiting: {
    name: 'waiting_requests',
    role: 'router',
    isOurs: true,
    type: 'gauge',
    labels: { model: 'open' },
    help: 'Requests that wait for a cluster.',
  },
  clusterSelections: {
    name: 'cluster_selections_total',
    role: 'router',
    isOurs: true,
    type: 'counter',
    labels: { model: 'open', cluster: 'open' },
    help: 'Selections by cluster, those of retries included.',
  },
  clusterRunning: {
    name: 'cluster_running_requests',
    role: 'router',
    isOurs: true,
    type: 'gauge',
    labels: { model: 'open', cluster: 'open' },
    help: 'Running requests of a cluster as decisions see them, reservations included.',
  },
  clusterQueued: {
    name: 'cluster_queued_requests',
    role: 'router',
    isOurs: true,
    type: 'gauge',
    labels: { model: 'open', cluster: 'open' },
    help: 'Queued requests of a cluster as decisions see them, reservations included.',
  },
  clusterSlots: {
    name: 'cluster_slots',
    role: 'router',
    isOurs: true,
    type: 'gauge',
    labels: { model: 'open', cluster: 'open' },
    help: 'Slots of a cluster; 0 means unknown.',
  },
  backendAttempts: {
    name: 'backend_attempts_total',
    role: 'router',
    isOurs: true,
    type: 'counter',
    labels: {
      model: 'open',
      cluster: 'open',
      backend: 'open',
      reason: ['first', ...RETRY_REASONS],
    },
    help: 'Requests sent to a backend, by why they were sent: first, or what the retry answers.',
  },
  backendFailures: {
    name: 'backend_failures_total',
    role: 'router',
    isOurs: true,
    type: 'counter',
    labels: {
      model: 'open',
      cluster: 'open',
      backend: 'open',
      kind: ['not_connected', 'broken', 'refused', 'server_error'],
    },
    help: 'Attempts that failed: not connected, broken off, refused with a retry mark, other 5xx.',
  },
  routerRequests: {
    name: 'requests_total',
    role: 'router',
    isOurs: true,
    type: 'counter',
    labels: { model: 'open', status: STATUS_LABELS },
    help: 'Requests that are over, by status; 499: the client left before it had its whole answer; 502 also: the answer broke off behind.',
  },
  routerDuration: {
    name: 'request_duration_seconds',
    role: 'router',
    isOurs: true,
    type: 'histogram',
    labels: { model: 'open' },
    help: 'Time from the headers of a request to the end of its answer.',
    buckets: REQUEST_BUCKETS,
  },
  routerFirstByte: {
    name: 'time_to_first_byte_seconds',
    role: 'router',
    isOurs: true,
    type: 'histogram',
    labels: { model: 'open' },
    help: 'Time from the headers of a request to those of the answer, where it came from behind.',
    buckets: REQUEST_BUCKETS,
  },
  routerInFlight: {
    name: 'requests_in_flight',
    role: 'router',
    isOurs: true,
    type: 'gauge',
    labels: {},
    help: 'Requests that are not answered in full.',
  },
  routerRequestBytes: {
    name: 'request_bytes_total',
    role: 'router',
    isOurs: true,
    type: 'counter',
    labels: { model: 'open' },
    help: 'Bytes of request bodies.',
  },
  routerResponseBytes: {
    name: 'response_bytes_total',
    role: 'router',
    isOurs: true,
    type: 'counter',
    labels: { model: 'open' },
    help: 'Bytes of the bodies of answers.',
  },
  gatewayRequests: {
    name: 'requests_total',
    role: 'gateway',
    isOurs: true,
    type: 'counter',
    labels: { model: 'open', status: STATUS_LABELS },
    help: 'Requests that are over, by status; 499: the client left before it had its whole answer; 502 also: the answer broke off behind.',
  },
  gatewayDuration: {
    name: 'request_duration_seconds',
    role: 'gateway',
    isOurs: true,
    type: 'histogram',
    labels: { model: 'open' },
    help: 'Time from the headers of a request to the end of its answer.',
    buckets: REQUEST_BUCKETS,
  },
  gatewayFirstByte: {
    name: 'time_to_first_byte_seconds',
    role: 'gateway',
    isOurs: true,
    type: 'histogram',
    labels: { model: 'open' },
    help: 'Time from the headers of a request to those of the answer, where it came from behind.',
    buckets: REQUEST_BUCKETS,
  },
  gatewayInFlight: {
    name: 'requests_in_flight',
    role: 'gateway',
    isOurs: true,
    type: 'gauge',
    labels: {},
    help: 'Requests that are not answered in full.',
  },
  gatewayRequestBytes: {
    name: 'request_bytes_total',
    role: 'gateway',
    isOurs: true,
    type: 'counter',
    labels: { model: 'open' },
    help: 'Bytes of request bodies.',
  },
  gatewayResponseBytes: {
    name: 'response_bytes_total',
    role: 'gateway',
    isOurs: true,
    type: 'counter',
    labels: { model: 'open' },
    help: 'Bytes of the bodies of answers.',
  },
  modelFileRefused: {
    name: 'model_file_refused',
    role: 'gateway',
    isOurs: true,
    type: 'gauge',
    labels: {},
    help: 'Whether the model file as it is now is refused (1), so that the version before stays in use.',
  },
  lastClusterLookups: {
    name: 'last_cluster_lookups_total',
    role: 'gateway',
    type: 'counter',
    labels: { result: ['hit', 'miss', 'error', 'timeout', 'skipped'] },
    help: 'Lookups in the last-cluster memory; skipped: the session has no stable identity.',
    startsAtZero: 'creation',
  },
  lastClusterWrites: {
    name: 'last_cluster_writes_total',
    role: 'gateway',
    type: 'counter',
    labels: { result: ['ok', 'error'] },
    help: 'Writes to the last-cluster memory; a dropped write counts as error.',
    startsAtZero: 'creation',
  },
  lastClusterLookupDuration: {
    name: 'last_cluster_lookup_duration_seconds',
    role: 'gateway',
    type: 'histogram',
    labels: {},
    help: 'Time a lookup in the last-cluster memory took.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05],
  },
});

type Table = typeof METRICS;

/** Key of a metric in `METRICS`. */
export type MetricName = keyof Table;

type NameOf<Type extends MetricSpec['type']> = {
  [K in MetricName]: Table[K]['type'] extends Type ? K : never;
}[MetricName];

export type CounterName = NameOf<'counter'>;
export type GaugeName = NameOf<'gauge'>;
export type HistogramName = NameOf<'histogram'>;

export const METRIC_NAMES = Object.keys(METRICS) as readonly MetricName[];

/** What stands in front of a metric's name, by the service that reports it. */
export type MetricPrefixes = Readonly<Record<MetricSpec['role'], string>>;

export const DEFAULT_PREFIXES: MetricPrefixes = {
  router: 'stargate_',
  gateway: 'llm_api_gateway_',
};

/** The row of a metric, in its general type. */
export const metricSpec = (metric: MetricName): MetricSpec => METRICS[metric];

/** A metric's name as it stands on a page. */
export const metricName = (metric: MetricName, prefixes = DEFAULT_PREFIXES): string => {
  const { role, name, isOurs } = metricSpec(metric);
  return (isOurs ? `homeward_${role}_` : prefixes[role]) + name;
};
