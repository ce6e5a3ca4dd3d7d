import * as E from 'fp-ts/lib/Either.js';

import { decodeUtf8Text } from '../../core/codec/utf8.js';
import { MAX_ROUTING_WAIT_MS } from '../../core/request.js';
import type { HeaderFault } from './header-fault.js';
import { headerFault } from './header-fault.js';
import type { FirstValues, HeaderSource } from './header-source.js';
import { firstValues } from './header-source.js';
import type { HeaderSpec } from './header-table.js';
import { HEADERS } from './header-table.js';
import { readAsciiText, readClusterId, trimBlanks } from './header-text.js';

/** What the gateway tells the router about a request; `HEADERS` says what each field means. */
export type TrustedHeaders = Readonly<{
  requestId: string;
  /** Integer, 0 .. 2^53-1. */
  inputTokens: number;
  model: string;
  /** Undefined: unscoped. */
  routingKey: string | undefined;
  /** Routing expression as received; undefined: as configured. */
  routingMethod: string | undefined;
  affinityKey: string | undefined;
  lastClusterId: string | undefined;
  /** u32, lower is more urgent; default 0. */
  priority: number;
  requestSloMs: number | undefined;
  /** From arrival, at most 60000. */
  maxWaitMs: number | undefined;
  /** From arrival; undefined: unlimited, 0: no retries. */
  retryBudgetMs: number | undefined;
}>;

/** Says what is malformed in the text of a routing expression, or undefined if nothing is. */
export type CheckMethod = (text: string) => string | undefined;

/** Longest routing wait a header can ask for. */
export const MAX_WAIT_CAP_MS = MAX_ROUTING_WAIT_MS;

/**
 * Reads the trusted headers of a request; the first failing one decides the fault.
 *
 * Order: request id, input tokens, model, method syntax, priority, max wait, SLO, retry budget.
 *
 * @example
 * parseRoutingHeaders(['X-Request-Id', 'r-1', 'X-Input-Tokens', '512', 'X-Model', 'm']);
 * // right: { requestId: 'r-1', inputTokens: 512, model: 'm', priority: 0, ... }
 */
export const parseRoutingHeaders = (
  source: HeaderSource,
  checkMethod?: CheckMethod,
): E.Either<HeaderFault, TrustedHeaders> => {
  const headers = firstValues(source);
  // Plain steps: this runs for every request, and the first fault ends it.
  const requestId = optionalText(headers, HEADERS.requestId);
  if (requestId === undefined) return missingText(headers, HEADERS.requestId);
  const inputTokens = optionalNumber(headers, HEADERS.inputTokens);
  if (inputTokens === undefined) return missingNumber(HEADERS.inputTokens);
  if (typeof inputTokens !== 'number') return E.left(inputTokens);
  const model = optionalText(headers, HEADERS.model);
  if (model === undefined) return missingText(headers, HEADERS.model);
  const routingMethod = methodText(headers, checkMethod);
  if (typeof routingMethod === 'object') return E.left(routingMethod);
  const priority = optionalNumber(headers, HEADERS.priority);
  if (typeof priority === 'object') return E.left(priority);
  const maxWaitMs = optionalNumber(headers, HEADERS.maxWaitMs);
  if (typeof maxWaitMs === 'object') return E.left(maxWaitMs);
  const requestSloMs = optionalNumber(headers, HEADERS.requestSloMs);
  if (typeof requestSloMs === 'object') return E.left(requestSloMs);
  const retryBudgetMs = optionalNumber(headers, HEADERS.retryBudgetMs);
  if (typeof retryBudgetMs === 'object') return E.left(retryBudgetMs);
  return E.right({
    requestId,
    inputTokens,
    model,
    routingMethod,
    priority: priority ?? 0,
    maxWaitMs: maxWaitMs === undefined ? undefined : Math.min(maxWaitMs, MAX_WAIT_CAP_MS),
    requestSloMs,
    retryBudgetMs,
    routingKey: optionalText(headers, HEADERS.routingKey),
    affinityKey: optionalText(headers, HEADERS.affinityKey),
    lastClusterId: lastClusterId(headers),
  });
};

const missingText = (headers: FirstValues, spec: HeaderSpec): E.Either<HeaderFault, never> =>
  E.left(headerFault('missing_header', spec.name, 'visible ASCII text', valueOf(headers, spec)));

const missingNumber = (spec: NumberSpec): E.Either<HeaderFault, never> =>
  E.left(headerFault('missing_header', spec.name, EXPECTED[spec.type], undefined));

const optionalText = (headers: FirstValues, spec: HeaderSpec): string | undefined => {
  const raw = valueOf(headers, spec);
  return raw === undefined ? undefined : readAsciiText(raw);
};

const lastClusterId = (headers: FirstValues): string | undefined => {
  const raw = valueOf(headers, HEADERS.lastClusterId);
  return raw === undefined ? undefined : readClusterId(raw);
};

/** The method as it came, undefined without one, or what is wrong with it. */
const methodText = (
  headers: FirstValues,
  checkMethod: CheckMethod | undefined,
): string | undefined | HeaderFault => {
  const { name } = HEADERS.routingMethod;
  const raw = valueOf(headers, HEADERS.routingMethod);
  if (raw === undefined) return undefined;
  const text = decodeUtf8Text(raw);
  if (text === undefined || trimBlanks(text) === '') {
    return headerFault('malformed_expression', name, 'a routing expression', raw);
  }
  const message = checkMethod?.(text);
  return message === undefined
    ? text
    : { status: 400, code: 'malformed_expression', header: name, message };
};

/** The number, undefined without one, or what is wrong with it. */
const optionalNumber = (
  headers: FirstValues,
  spec: NumberSpec,
): number | undefined | HeaderFault => {
  const raw = valueOf(headers, spec);
  if (raw === undefined) return undefined;
  // No number holds a comma, so a joined value is cut back to its first line.
  const digits = trimBlanks(headers.isJoined ? raw.split(', ', 1)[0]! : raw);
  const value = /^[0-9]+$/.test(digits) ? Number(digits) : Number.NaN;
  return value <= MAXIMUM[spec.type]
    ? value
    : headerFault('invalid_header', spec.name, EXPECTED[spec.type], raw);
};

const valueOf = (headers: FirstValues, spec: HeaderSpec): string | undefined =>
  headers.values.get(spec.name);

type NumberSpec = HeaderSpec & Readonly<{ type: 'u32' | 'u64' }>;

const MAXIMUM = { u32: 0xffff_ffff, u64: Number.MAX_SAFE_INTEGER } as const;

const EXPECTED = {
  u32: 'decimal digits, at most 4294967295 (2^32-1)',
  u64: 'decimal digits, at most 9007199254740991 (2^53-1; larger integers are not supported)',
} as const;
