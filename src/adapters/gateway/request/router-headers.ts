import * as O from 'fp-ts/lib/Option.js';
import type { HeaderSource } from '../../http/header-source.js';
import { HEADERS } from '../../http/header-table.js';
import { encodeUtf8Text } from '../../http/header-text.js';
import { stripForged } from '../../http/strip-headers.js';
import type { PreparedRequest } from './prepare-request.js';

/** What goes into the headers of a forwarded request besides what was prepared. */
export type RouterAdditions = Readonly<{
  requestId: string;
  /** The hint; none: the router sees no hint, whatever the caller sent. */
  lastClusterId: O.Option<string>;
  /** W3C headers of the gateway's span; without a `traceparent` the caller's context passes. */
  trace: Readonly<Record<string, string>>;
  /** Longest wait for a place, ms, unless the model has its own; 0 or absent: no header. */
  maxWaitMs?: number | undefined;
  /** The body was written anew, and the caller's `content-length` with it. */
  isBodyRewritten: boolean;
}>;

/**
 * Makes the headers of a request to the router: the caller's without those only the gateway may
 * set, then the trusted ones.
 *
 * Spelling, values and duplicates of the others stay. Never call it with headers made by it.
 */
export const headersForRouter = (
  source: HeaderSource,
  prepared: PreparedRequest,
  added: RouterAdditions,
): string[] => {
  const { entry, session, inputTokens } = prepared;
  const isTraced = Object.hasOwn(added.trace, HEADERS.traceparent.name);
  const lines = stripForged(source, {
    forwardAuthorization: entry.forwardAuthorization,
    isReplaced: (name) =>
      REPLACED.has(name) ||
      (isTraced && TRACE_CONTEXT.has(name)) ||
      (added.isBodyRewritten && name === 'content-length'),
  });
  push(lines, HEADERS.requestId.name, added.requestId);
  push(lines, HEADERS.model.name, entry.model);
  push(lines, HEADERS.inputTokens.name, String(inputTokens));
  push(lines, HEADERS.routingKey.name, entry.routingKey);
  push(lines, HEADERS.routingMethod.name, entry.routingMethod);
  push(lines, HEADERS.affinityKey.name, O.toUndefined(session)?.affinityKey);
  push(lines, HEADERS.lastClusterId.name, hintValue(added.lastClusterId));
  push(lines, HEADERS.priority.name, entry.priority?.toString());
  push(lines, HEADERS.requestSloMs.name, entry.requestSloMs?.toString());
  push(lines, HEADERS.maxWaitMs.name, waitValue(entry.maxWaitMs ?? added.maxWaitMs));
  if (isTraced) for (const [name, value] of Object.entries(added.trace)) lines.push(name, value);
  return lines;
};

const REPLACED: ReadonlySet<string> = new Set([HEADERS.requestId.name, HEADERS.priority.name]);

const TRACE_CONTEXT: ReadonlySet<string> = new Set([
  HEADERS.traceparent.name,
  HEADERS.tracestate.name,
]);

const push = (lines: string[], name: string, value: string | undefined): void => {
  if (value !== undefined) lines.push(name, value);
};

const waitValue = (maxWaitMs = 0): string | undefined =>
  maxWaitMs > 0 ? String(maxWaitMs) : undefined;

const hintValue = (lastClusterId: O.Option<string>): string | undefined =>
  O.isSome(lastClusterId) ? encodeUtf8Text(lastClusterId.value) : undefined;
