import type { HeaderSource } from './header-source.js';
import { keepHeaders, listHeaders } from './header-source.js';
import { HEADERS } from './header-table.js';
import { encodeUtf8Text } from './header-text.js';
import { connectionHeaderNames } from './hop-by-hop.js';

/** What the router adds to a request it sends to an engine. */
export type EngineAdditions = Readonly<{
  /** Queue estimate at selection; left out when undefined or not finite. */
  expectedQueueMs?: number | undefined;
  /** W3C headers of the router span; without a `traceparent` the caller's context passes. */
  trace?: Readonly<Record<string, string>>;
}>;

/** What the router adds to a response that came from an engine. */
export type ClientAdditions = Readonly<{ clusterId: string; inferenceServerId: string }>;

/**
 * Makes the headers of an engine request: all of the caller's except those the router consumes
 * and those of the connection, then the additions.
 *
 * Order, spelling, values and duplicates stay. `host` is left to the HTTP client: undici and
 * fetch write it; node's `http.request` does not when it gets a flat list, so add it there.
 */
export const headersForEngine = (source: HeaderSource, added: EngineAdditions): string[] => {
  const lines = listHeaders(source);
  const connection = connectionHeaderNames(lines);
  const trace = traceLines(added.trace ?? {});
  const isReplaced = (name: string): boolean => trace.length > 0 && TRACE_CONTEXT.has(name);
  const kept = keepHeaders(
    lines,
    (name) => !CONSUMED.has(name) && !connection.has(name) && !isReplaced(name),
  );
  return [...kept, ...expectedQueueLine(added.expectedQueueMs), ...trace];
};

/**
 * Makes the headers of the response to the gateway: all of the engine's except retry metadata
 * and those of the connection, then which cluster and backend answered.
 *
 * An id that holds control characters cannot be sent and is left out.
 */
export const headersForClient = (source: HeaderSource, added: ClientAdditions): string[] => {
  const lines = listHeaders(source);
  const connection = connectionHeaderNames(lines);
  const kept = keepHeaders(
    lines,
    (name) => !RETRY_METADATA.has(name) && !connection.has(name) && !ANSWERED_BY.has(name),
  );
  return [
    ...kept,
    ...textLine(HEADERS.clusterId.name, added.clusterId),
    ...textLine(HEADERS.inferenceServerId.name, added.inferenceServerId),
  ];
};

const CONSUMED: ReadonlySet<string> = new Set(
  Object.values(HEADERS).flatMap((spec) => (spec.isConsumed ? [spec.name] : [])),
);

const RETRY_METADATA: ReadonlySet<string> = new Set([
  HEADERS.retryable.name,
  HEADERS.retryReason.name,
  HEADERS.retryAfterMs.name,
]);

const ANSWERED_BY: ReadonlySet<string> = new Set([
  HEADERS.clusterId.name,
  HEADERS.inferenceServerId.name,
]);

const TRACE_CONTEXT: ReadonlySet<string> = new Set([
  HEADERS.traceparent.name,
  HEADERS.tracestate.name,
]);

const traceLines = (trace: Readonly<Record<string, string>>): readonly string[] =>
  Object.hasOwn(trace, HEADERS.traceparent.name)
    ? Object.entries(trace).flatMap(([name, value]) =>
        TRACE_CONTEXT.has(name) ? [name, value] : [],
      )
    : [];

// Rounded up: an engine that compares with its own estimate must not see less than ours.
const expectedQueueLine = (expectedQueueMs: number | undefined): readonly string[] =>
  expectedQueueMs === undefined || !Number.isFinite(expectedQueueMs)
    ? []
    : [
        HEADERS.expectedQueueMs.name,
        String(Math.min(Math.max(Math.ceil(expectedQueueMs), 0), Number.MAX_SAFE_INTEGER)),
      ];

const textLine = (name: string, text: string): readonly string[] => {
  const value = encodeUtf8Text(text);
  return value === undefined ? [] : [name, value];
};
