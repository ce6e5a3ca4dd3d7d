import * as O from 'fp-ts/lib/Option.js';
import { keepHeaders, type HeaderSource } from '../../http/header-source.js';
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
  const trace = Object.hasOwn(added.trace, HEADERS.traceparent.name) ? added.trace : {};
  const replaced = new Set([
    ...[HEADERS.requestId.name, HEADERS.priority.name],
    ...(added.isBodyRewritten ? ['content-length'] : []),
    ...(trace === added.trace ? [HEADERS.traceparent.name, HEADERS.tracestate.name] : []),
  ]);
  const stripped = stripForged(source, { forwardAuthorization: entry.forwardAuthorization });
  return [
    ...keepHeaders(stripped, (name) => !replaced.has(name.replaceAll('_', '-'))),
    ...line(HEADERS.requestId.name, added.requestId),
    ...line(HEADERS.model.name, entry.model),
    ...line(HEADERS.inputTokens.name, String(inputTokens)),
    ...line(HEADERS.routingKey.name, entry.routingKey),
    ...line(HEADERS.routingMethod.name, entry.routingMethod),
    ...line(HEADERS.affinityKey.name, O.isSome(session) ? session.value.affinityKey : undefined),
    ...line(HEADERS.lastClusterId.name, hintValue(added.lastClusterId)),
    ...line(HEADERS.priority.name, entry.priority?.toString()),
    ...line(HEADERS.requestSloMs.name, entry.requestSloMs?.toString()),
    ...line(HEADERS.maxWaitMs.name, waitValue(entry.maxWaitMs ?? added.maxWaitMs)),
    ...Object.entries(trace).flat(),
  ];
};

const line = (name: string, value: string | undefined): readonly string[] =>
  value === undefined ? [] : [name, value];

const waitValue = (maxWaitMs = 0): string | undefined =>
  maxWaitMs > 0 ? String(maxWaitMs) : undefined;

const hintValue = (lastClusterId: O.Option<string>): string | undefined =>
  O.isSome(lastClusterId) ? encodeUtf8Text(lastClusterId.value) : undefined;
