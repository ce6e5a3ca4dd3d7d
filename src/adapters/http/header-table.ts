/**
 * The header table: every header the two roles and the engines exchange, described once.
 *
 * Parsing, the lists of consumed headers and docs/api-gateway-contract.md derive from it.
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

const defineHeaders = <const T extends Record<string, HeaderSpec>>(headers: T): T => headers;

/** All headers with a meaning of their own, in the order of the documentation. */
export const HEADERS = defineHeaders({
  requestId: {
    name: 'x-request-id',
    direction: 'to-router',
    need: 'required',
    type: 'string',
    default: '',
    isConsumed: false,
    meaning: 'identity of the request; seeds chance',
  },
  model: {
    name: 'x-model',
    direction: 'to-router',
    need: 'required',
    type: 'string',
    default: '',
    isConsumed: false,
    meaning: 'exact model id',
  },
  inputTokens: {
    name: 'x-input-tokens',
    direction: 'to-router',
    need: 'required',
    type: 'u64',
    default: '',
    isConsumed: false,
    meaning: 'estimate of the prompt, tokens',
  },
  routingKey: {
    name: 'x-routing-key',
    direction: 'to-router',
    need: 'optional',
    type: 'string',
    default: 'unscoped',
    isConsumed: false,
    meaning: 'authenticated routing scope',
  },
  routingMethod: {
    name: 'x-routing-method',
    direction: 'to-router',
    need: 'optional',
    type: 'expression',
    default: 'as configured',
    isConsumed: true,
    meaning: 'routing expression of the model',
  },
  affinityKey: {
    name: 'x-cache-affinity-key',
    direction: 'to-router',
    need: 'optional',
    type: 'string',
    default: 'absent',
    isConsumed: false,
    meaning: 'affinity key: opaque stable identity of a prefix or session',
  },
  lastClusterId: {
    name: 'x-stargate-last-cluster-id',
    direction: 'to-router',
    need: 'optional',
    type: 'utf-8',
    default: 'absent',
    isConsumed: true,
    meaning: 'last cluster: the one that answered the session before',
  },
  priority: {
    name: 'x-priority',
    direction: 'to-router',
    need: 'optional',
    type: 'u32',
    default: '0',
    isConsumed: false,
    meaning: 'lower is more urgent',
  },
  requestSloMs: {
    name: 'x-request-slo-ms',
    direction: 'to-router',
    need: 'optional',
    type: 'u64',
    default: 'absent',
    isConsumed: false,
    meaning: 'slides the queue SLO; never shortens the affinity wait',
  },
  maxWaitMs: {
    name: 'x-max-wait-ms',
    direction: 'to-router',
    need: 'optional',
    type: 'u64',
    default: 'absent',
    isConsumed: false,
    meaning: 'limit of the routing wait, ms from arrival, capped at 60000',
  },
  retryBudgetMs: {
    name: 'x-stargate-max-wait-ms',
    direction: 'to-router',
    need: 'optional',
    type: 'u64',
    default: 'unlimited',
    isConsumed: false,
    meaning: 'retry budget, ms from arrival; 0 means no retries',
  },
  expectedQueueMs: {
    name: 'x-stargate-expected-queue-ms',
    direction: 'to-engine',
    need: 'optional',
    type: 'u64',
    default: 'absent',
    isConsumed: true,
    meaning: 'queue estimate at selection, whole ms, rounded up',
  },
  traceparent: {
    name: 'traceparent',
    direction: 'to-engine',
    need: 'optional',
    type: 'w3c',
    default: "the caller's",
    isConsumed: false,
    meaning: 'trace context of the router span',
  },
  tracestate: {
    name: 'tracestate',
    direction: 'to-engine',
    need: 'optional',
    type: 'w3c',
    default: "the caller's",
    isConsumed: false,
    meaning: 'vendor part of the trace context; replaced together with traceparent',
  },
  retryable: {
    name: 'x-stargate-retryable',
    direction: 'from-engine',
    need: 'optional',
    type: 'boolean',
    default: 'false',
    isConsumed: true,
    meaning: 'true on a 429 or 503: another cluster may be tried',
  },
  retryReason: {
    name: 'x-stargate-retry-reason',
    direction: 'from-engine',
    need: 'optional',
    type: 'string',
    default: 'absent',
    isConsumed: true,
    meaning: 'why; queue_estimate_mismatch tries a backend of the same cluster first',
  },
  retryAfterMs: {
    name: 'x-stargate-retry-after-ms',
    direction: 'from-engine',
    need: 'optional',
    type: 'u64',
    default: 'absent',
    isConsumed: true,
    meaning: 'pause the engine asks for, ms',
  },
  clusterId: {
    name: 'x-stargate-cluster-id',
    direction: 'from-router',
    need: 'optional',
    type: 'utf-8',
    default: 'no engine answered',
    isConsumed: false,
    meaning: 'cluster that answered',
  },
  inferenceServerId: {
    name: 'x-inference-server-id',
    direction: 'from-router',
    need: 'optional',
    type: 'utf-8',
    default: 'no engine answered',
    isConsumed: false,
    meaning: 'backend that answered',
  },
  errorCode: {
    name: 'x-stargate-error-code',
    direction: 'from-router',
    need: 'optional',
    type: 'string',
    default: 'not an error of the router',
    isConsumed: false,
    meaning: 'code of an answer the router made itself',
  },
  sessionId: {
    name: 'x-multi-turn-session-id',
    direction: 'client',
    need: 'optional',
    type: 'string',
    default: 'absent',
    isConsumed: false,
    meaning: 'session identity; the gateway echoes it to the client',
  },
});
