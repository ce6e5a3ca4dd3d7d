/** Values a label takes: a closed list, or any (then the cap of `cardinality.ts` bounds it). */
export type LabelValues = readonly string[] | 'open';
/** One row of the metric table. */
export type MetricSpec = Readonly<{
    /** Name behind the prefix. */
    name: string;
    /** Which service reports it, and so which prefix it gets. */
    role: 'router' | 'gateway';
    type: 'counter' | 'gauge' | 'histogram';
    /** Label names in the order they are written. */
    labels: Readonly<Record<string, LabelValues>>;
    help: string;
    /** Upper bounds in seconds, of a histogram. */
    buckets?: readonly number[];
    /** Series that exist with 0 before anything happened, and from when on. */
    startsAtZero?: 'creation' | 'target';
}>;
export declare const METRICS: {
    readonly routingSelections: {
        readonly name: "routing_selections_total";
        readonly role: "router";
        readonly type: "counter";
        readonly labels: {
            readonly routing_key: "open";
            readonly model: "open";
            readonly algorithm: readonly ["power-of-n", "wait-and-widen", "round-robin", "random", "pulsar", "pulsar-wait-and-widen"];
            readonly selection: readonly ["primary", "fallback"];
        };
        readonly help: "Selections; fallback means a rank depth above 1.";
    };
    readonly routingSessionSelections: {
        readonly name: "routing_session_selections_total";
        readonly role: "router";
        readonly type: "counter";
        readonly labels: {
            readonly routing_key: "open";
            readonly model: "open";
            readonly algorithm: readonly ["power-of-n", "wait-and-widen", "round-robin", "random", "pulsar", "pulsar-wait-and-widen"];
            readonly session_state: readonly ["new", "returning", "stale"];
            readonly selection: readonly ["primary", "fallback"];
        };
        readonly help: "Selections of classified requests; returning and primary: sent to the last cluster.";
        readonly startsAtZero: "target";
    };
    readonly routingDecisions: {
        readonly name: "routing_decisions_total";
        readonly role: "router";
        readonly type: "counter";
        readonly labels: {
            readonly algorithm: readonly ["power-of-n", "wait-and-widen", "round-robin", "random", "pulsar", "pulsar-wait-and-widen"];
            readonly kind: readonly ["selected", "wait", "unavailable"];
        };
        readonly help: "Decisions; a request that waits takes several.";
    };
    readonly routingWaitDuration: {
        readonly name: "routing_wait_duration_seconds";
        readonly role: "router";
        readonly type: "histogram";
        readonly labels: {
            readonly algorithm: readonly ["power-of-n", "wait-and-widen", "round-robin", "random", "pulsar", "pulsar-wait-and-widen"];
            readonly outcome: readonly ["selected", "timeout", "unavailable", "aborted"];
        };
        readonly help: "Time a request waited for a cluster; requests that did not wait are not in it.";
        readonly buckets: readonly [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
    };
    readonly routingDecisionDuration: {
        readonly name: "routing_decision_duration_seconds";
        readonly role: "router";
        readonly type: "histogram";
        readonly labels: {
            readonly algorithm: readonly ["power-of-n", "wait-and-widen", "round-robin", "random", "pulsar", "pulsar-wait-and-widen"];
        };
        readonly help: "Time spent inside one decision.";
        readonly buckets: readonly [0.000001, 0.0000025, 0.000005, 0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.01, 0.1];
    };
    readonly routingExpressions: {
        readonly name: "routing_expressions_total";
        readonly role: "router";
        readonly type: "counter";
        readonly labels: {
            readonly method: readonly ["power-of-n", "wait-and-widen", "round-robin", "random", "pulsar", "pulsar-wait-and-widen", "unknown"];
            readonly outcome: readonly ["accepted", "malformed_expression", "unknown_method", "unavailable", "unknown_parameter", "not_applicable", "invalid_value", "inert_value"];
            readonly cache: readonly ["hit", "build", "none"];
        };
        readonly help: "Requests with a routing method, by what became of the expression.";
    };
    readonly routingDefinitions: {
        readonly name: "routing_definitions";
        readonly role: "router";
        readonly type: "gauge";
        readonly labels: {};
        readonly help: "Live definitions built from routing expressions, with their instances per target.";
    };
    readonly admissionRejections: {
        readonly name: "admission_rejections_total";
        readonly role: "router";
        readonly type: "counter";
        readonly labels: {
            readonly algorithm: readonly ["power-of-n", "wait-and-widen", "round-robin", "random", "pulsar", "pulsar-wait-and-widen"];
        };
        readonly help: "Requests refused because the queued input work exceeded its maximum.";
    };
    readonly snapshotAge: {
        readonly name: "snapshot_age_seconds";
        readonly role: "router";
        readonly type: "gauge";
        readonly labels: {
            readonly model: "open";
            readonly state: readonly ["live", "stale", "paused"];
        };
        readonly help: "Age of the oldest statistics among the backends in this state.";
    };
    readonly backends: {
        readonly name: "backends";
        readonly role: "router";
        readonly type: "gauge";
        readonly labels: {
            readonly model: "open";
            readonly state: readonly ["live", "stale", "paused"];
        };
        readonly help: "Backends by state.";
    };
    readonly proxyAttempts: {
        readonly name: "proxy_attempts_total";
        readonly role: "router";
        readonly type: "counter";
        readonly labels: {
            readonly model: "open";
            readonly reason: readonly ["first", "connect_failure", "retryable_response", "queue_estimate_mismatch"];
        };
        readonly help: "Requests sent to engines, by why they were sent: first, or what the retry answers.";
    };
    readonly proxyRetries: {
        readonly name: "proxy_retries_total";
        readonly role: "router";
        readonly type: "counter";
        readonly labels: {
            readonly model: "open";
            readonly reason: readonly ["connect_failure", "retryable_response", "queue_estimate_mismatch"];
        };
        readonly help: "Attempts after the first, by what they answer.";
    };
    readonly lastClusterLookups: {
        readonly name: "last_cluster_lookups_total";
        readonly role: "gateway";
        readonly type: "counter";
        readonly labels: {
            readonly result: readonly ["hit", "miss", "error", "timeout", "skipped"];
        };
        readonly help: "Lookups in the last-cluster memory; skipped: the session has no stable identity.";
        readonly startsAtZero: "creation";
    };
    readonly lastClusterWrites: {
        readonly name: "last_cluster_writes_total";
        readonly role: "gateway";
        readonly type: "counter";
        readonly labels: {
            readonly result: readonly ["ok", "error"];
        };
        readonly help: "Writes to the last-cluster memory; a dropped write counts as error.";
        readonly startsAtZero: "creation";
    };
    readonly lastClusterLookupDuration: {
        readonly name: "last_cluster_lookup_duration_seconds";
        readonly role: "gateway";
        readonly type: "histogram";
        readonly labels: {};
        readonly help: "Time a lookup in the last-cluster memory took.";
        readonly buckets: readonly [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05];
    };
};
type Table = typeof METRICS;
/** Key of a metric in `METRICS`. */
export type MetricName = keyof Table;
type NameOf<Type extends MetricSpec['type']> = {
    [K in MetricName]: Table[K]['type'] extends Type ? K : never;
}[MetricName];
export type CounterName = NameOf<'counter'>;
export type GaugeName = NameOf<'gauge'>;
export type HistogramName = NameOf<'histogram'>;
export declare const METRIC_NAMES: readonly MetricName[];
/** What stands in front of a metric's name, by the service that reports it. */
export type MetricPrefixes = Readonly<Record<MetricSpec['role'], string>>;
export declare const DEFAULT_PREFIXES: MetricPrefixes;
/** The row of a metric, in its general type. */
export declare const metricSpec: (metric: MetricName) => MetricSpec;
/** A metric's name as it stands on a page. */
export declare const metricName: (metric: MetricName, prefixes?: Readonly<Record<"router" | "gateway", string>>) => string;
export {};
