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
  const trace = added.trace ?? NO_TRACE;
  const isTraced = Object.hasOwn(trace, HEADERS.traceparent.name);
  const kept = keepHeaders(
    lines,
    (name) =>
      !CONSUMED.has(name) && !connection.has(name) && !(isTraced && TRACE_CONTEXT.has(name)),
  );
  pushExpectedQueue(kept, added.expectedQueueMs);
  if (isTraced) pushTrace(kept, trace);
  return kept;
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
  pushText(kept, HEADERS.clusterId.name, added.clusterId);
  pushText(kept, HEADERS.inferenceServerId.name, added.inferenceServerId);
  return kept;
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

const NO_TRACE: Readonly<Record<string, string>> = {};

const pushTrace = (lines: string[], trace: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(trace)) {
    if (TRACE_CONTEXT.has(name)) lines.push(name, value);
  }
};

// Rounded up: an engine that compares with its own estimate must not see less than ours.
const pushExpectedQueue = (lines: string[], expectedQueueMs: number | undefined): void => {
  if (expectedQueueMs === undefined || !Number.isFinite(expectedQueueMs)) return;
  const wholeMs = Math.min(Math.max(Math.ceil(expectedQueueMs), 0), Number.MAX_SAFE_INTEGER);
  lines.push(HEADERS.expectedQueueMs.name, String(wholeMs));
};

const pushText = (lines: string[], name: string, text: string): void => {
  const value = encodeUtf8Text(text);
  if (value !== undefined) lines.push(name, value);
};
