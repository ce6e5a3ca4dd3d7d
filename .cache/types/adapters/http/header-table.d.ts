/**
 * The header table: every header the two roles and the engines exchange, described once.
 *
 * Parsing, the lists of consumed headers and docs/headers.md derive from it.
 */
/** One row of the header table. */
export type HeaderSpec = Readonly<{
    /** Lower case. */
    name: string;
    /** Who sends it to whom. `to-router` comes from the gateway, `client` goes both ways. */
    direction: 'to-router' | 'to-engine' | 'from-engine' | 'from-router' | 'client';
    need: 'required' | 'optional';
    /** `string` is visible ASCII, `utf-8` raw bytes read as UTF-8, `u64` ends at 2^53-1. */
    type: 'string' | 'utf-8' | 'expression' | 'boolean' | 'u32' | 'u64' | 'w3c';
    /** What absence means; "" where the header is required or simply not there. */
    default: string;
    /** The router takes it out: what a peer sent under this name is never passed on. */
    isConsumed: boolean;
    meaning: string;
}>;
/** All headers with a meaning of their own, in the order of the documentation. */
export declare const HEADERS: {
    readonly requestId: {
        readonly name: "x-request-id";
        readonly direction: "to-router";
        readonly need: "required";
        readonly type: "string";
        readonly default: "";
        readonly isConsumed: false;
        readonly meaning: "identity of the request; seeds chance";
    };
    readonly model: {
        readonly name: "x-model";
        readonly direction: "to-router";
        readonly need: "required";
        readonly type: "string";
        readonly default: "";
        readonly isConsumed: false;
        readonly meaning: "exact model id";
    };
    readonly inputTokens: {
        readonly name: "x-input-tokens";
        readonly direction: "to-router";
        readonly need: "required";
        readonly type: "u64";
        readonly default: "";
        readonly isConsumed: false;
        readonly meaning: "estimate of the prompt, tokens";
    };
    readonly routingKey: {
        readonly name: "x-routing-key";
        readonly direction: "to-router";
        readonly need: "optional";
        readonly type: "string";
        readonly default: "unscoped";
        readonly isConsumed: false;
        readonly meaning: "authenticated routing scope";
    };
    readonly routingMethod: {
        readonly name: "x-routing-method";
        readonly direction: "to-router";
        readonly need: "optional";
        readonly type: "expression";
        readonly default: "as configured";
        readonly isConsumed: true;
        readonly meaning: "routing expression of the model";
    };
    readonly affinityKey: {
        readonly name: "x-cache-affinity-key";
        readonly direction: "to-router";
        readonly need: "optional";
        readonly type: "string";
        readonly default: "absent";
        readonly isConsumed: false;
        readonly meaning: "affinity key: opaque stable identity of a prefix or session";
    };
    readonly lastClusterId: {
        readonly name: "x-stargate-last-cluster-id";
        readonly direction: "to-router";
        readonly need: "optional";
        readonly type: "utf-8";
        readonly default: "absent";
        readonly isConsumed: true;
        readonly meaning: "last cluster: the one that answered the session before";
    };
    readonly priority: {
        readonly name: "x-priority";
        readonly direction: "to-router";
        readonly need: "optional";
        readonly type: "u32";
        readonly default: "0";
        readonly isConsumed: false;
        readonly meaning: "lower is more urgent";
    };
    readonly requestSloMs: {
        readonly name: "x-request-slo-ms";
        readonly direction: "to-router";
        readonly need: "optional";
        readonly type: "u64";
        readonly default: "absent";
        readonly isConsumed: false;
        readonly meaning: "slides the queue SLO; never shortens the affinity wait";
    };
    readonly maxWaitMs: {
        readonly name: "x-max-wait-ms";
        readonly direction: "to-router";
        readonly need: "optional";
        readonly type: "u64";
        readonly default: "absent";
        readonly isConsumed: false;
        readonly meaning: "limit of the routing wait, ms from arrival, capped at 60000";
    };
    readonly retryBudgetMs: {
        readonly name: "x-stargate-max-wait-ms";
        readonly direction: "to-router";
        readonly need: "optional";
        readonly type: "u64";
        readonly default: "unlimited";
        readonly isConsumed: false;
        readonly meaning: "retry budget, ms from arrival; 0 means no retries";
    };
    readonly expectedQueueMs: {
        readonly name: "x-stargate-expected-queue-ms";
        readonly direction: "to-engine";
        readonly need: "optional";
        readonly type: "u64";
        readonly default: "absent";
        readonly isConsumed: true;
        readonly meaning: "queue estimate at selection, whole ms, rounded up";
    };
    readonly traceparent: {
        readonly name: "traceparent";
        readonly direction: "to-engine";
        readonly need: "optional";
        readonly type: "w3c";
        readonly default: "the caller's";
        readonly isConsumed: false;
        readonly meaning: "trace context of the router span";
    };
    readonly tracestate: {
        readonly name: "tracestate";
        readonly direction: "to-engine";
        readonly need: "optional";
        readonly type: "w3c";
        readonly default: "the caller's";
        readonly isConsumed: false;
        readonly meaning: "vendor part of the trace context; replaced together with traceparent";
    };
    readonly retryable: {
        readonly name: "x-stargate-retryable";
        readonly direction: "from-engine";
        readonly need: "optional";
        readonly type: "boolean";
        readonly default: "false";
        readonly isConsumed: true;
        readonly meaning: "true on a 429 or 503: another cluster may be tried";
    };
    readonly retryReason: {
        readonly name: "x-stargate-retry-reason";
        readonly direction: "from-engine";
        readonly need: "optional";
        readonly type: "string";
        readonly default: "absent";
        readonly isConsumed: true;
        readonly meaning: "why; queue_estimate_mismatch tries a backend of the same cluster first";
    };
    readonly retryAfterMs: {
        readonly name: "x-stargate-retry-after-ms";
        readonly direction: "from-engine";
        readonly need: "optional";
        readonly type: "u64";
        readonly default: "absent";
        readonly isConsumed: true;
        readonly meaning: "pause the engine asks for, ms";
    };
    readonly clusterId: {
        readonly name: "x-stargate-cluster-id";
        readonly direction: "from-router";
        readonly need: "optional";
        readonly type: "utf-8";
        readonly default: "no engine answered";
        readonly isConsumed: false;
        readonly meaning: "cluster that answered";
    };
    readonly inferenceServerId: {
        readonly name: "x-inference-server-id";
        readonly direction: "from-router";
        readonly need: "optional";
        readonly type: "utf-8";
        readonly default: "no engine answered";
        readonly isConsumed: false;
        readonly meaning: "backend that answered";
    };
    readonly errorCode: {
        readonly name: "x-stargate-error-code";
        readonly direction: "from-router";
        readonly need: "optional";
        readonly type: "string";
        readonly default: "not an error of the router";
        readonly isConsumed: false;
        readonly meaning: "code of an answer the router made itself";
    };
    readonly sessionId: {
        readonly name: "x-multi-turn-session-id";
        readonly direction: "client";
        readonly need: "optional";
        readonly type: "string";
        readonly default: "absent";
        readonly isConsumed: false;
        readonly meaning: "session identity; the gateway echoes it to the client";
    };
};
