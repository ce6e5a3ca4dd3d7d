import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';

import type { HeaderFault } from './header-fault.js';
import { headerFault } from './header-fault.js';
import type { FirstValues, HeaderSource } from './header-source.js';
import { firstValues } from './header-source.js';
import type { HeaderSpec } from './header-table.js';
import { HEADERS } from './header-table.js';
import { decodeUtf8Text, readAsciiText, readClusterId, trimBlanks } from './header-text.js';

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
export const MAX_WAIT_CAP_MS = 60_000;

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
  return pipe(
    E.Do,
    E.bind('requestId', () => requiredText(headers, HEADERS.requestId)),
    E.bind('inputTokens', () => requiredNumber(headers, HEADERS.inputTokens)),
    E.bind('model', () => requiredText(headers, HEADERS.model)),
    E.bind('routingMethod', () => methodText(headers, checkMethod)),
    E.bind('priority', () => optionalNumber(headers, HEADERS.priority)),
    E.bind('maxWaitMs', () => optionalNumber(headers, HEADERS.maxWaitMs)),
    E.bind('requestSloMs', () => optionalNumber(headers, HEADERS.requestSloMs)),
    E.bind('retryBudgetMs', () => optionalNumber(headers, HEADERS.retryBudgetMs)),
    E.map((checked) => ({
      ...checked,
      priority: checked.priority ?? 0,
      maxWaitMs: capWait(checked.maxWaitMs),
      routingKey: optionalText(headers, HEADERS.routingKey),
      affinityKey: optionalText(headers, HEADERS.affinityKey),
      lastClusterId: lastClusterId(headers),
    })),
  );
};

const requiredText = (headers: FirstValues, spec: HeaderSpec): E.Either<HeaderFault, string> => {
  const text = optionalText(headers, spec);
  return text === undefined
    ? E.left(headerFault('missing_header', spec.name, 'visible ASCII text', valueOf(headers, spec)))
    : E.right(text);
};

const optionalText = (headers: FirstValues, spec: HeaderSpec): string | undefined => {
  const raw = valueOf(headers, spec);
  return raw === undefined ? undefined : readAsciiText(raw);
};

const lastClusterId = (headers: FirstValues): string | undefined => {
  const raw = valueOf(headers, HEADERS.lastClusterId);
  return raw === undefined ? undefined : readClusterId(raw);
};

const methodText = (
  headers: FirstValues,
  checkMethod: CheckMethod | undefined,
): E.Either<HeaderFault, string | undefined> => {
  const { name } = HEADERS.routingMethod;
  const raw = valueOf(headers, HEADERS.routingMethod);
  if (raw === undefined) return E.right(undefined);
  const text = decodeUtf8Text(raw);
  if (text === undefined || trimBlanks(text) === '') {
    return E.left(headerFault('malformed_expression', name, 'a routing expression', raw));
  }
  const message = checkMethod?.(text);
  return message === undefined
    ? E.right(text)
    : E.left({ status: 400, code: 'malformed_expression', header: name, message });
};

const requiredNumber = (headers: FirstValues, spec: NumberSpec): E.Either<HeaderFault, number> =>
  pipe(
    optionalNumber(headers, spec),
    E.chain((value) =>
      value === undefined
        ? E.left(headerFault('missing_header', spec.name, EXPECTED[spec.type], undefined))
        : E.right(value),
    ),
  );

const optionalNumber = (
  headers: FirstValues,
  spec: NumberSpec,
): E.Either<HeaderFault, number | undefined> => {
  const raw = valueOf(headers, spec);
  if (raw === undefined) return E.right(undefined);
  // No number holds a comma, so a joined value is cut back to its first line.
  const digits = trimBlanks(headers.isJoined ? raw.split(', ', 1)[0]! : raw);
  const value = /^[0-9]+$/.test(digits) ? Number(digits) : Number.NaN;
  return value <= MAXIMUM[spec.type]
    ? E.right(value)
    : E.left(headerFault('invalid_header', spec.name, EXPECTED[spec.type], raw));
};

const valueOf = (headers: FirstValues, spec: HeaderSpec): string | undefined =>
  headers.values.get(spec.name);

const capWait = (maxWaitMs: number | undefined): number | undefined =>
  maxWaitMs === undefined ? undefined : Math.min(maxWaitMs, MAX_WAIT_CAP_MS);

type NumberSpec = HeaderSpec & Readonly<{ type: 'u32' | 'u64' }>;

const MAXIMUM = { u32: 0xffff_ffff, u64: Number.MAX_SAFE_INTEGER } as const;

const EXPECTED = {
  u32: 'decimal digits, at most 4294967295 (2^32-1)',
  u64: 'decimal digits, at most 9007199254740991 (2^53-1; larger integers are not supported)',
} as const;
