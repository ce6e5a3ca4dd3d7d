/** Answers the router made itself, told to the client in the shape of the OpenAI API. */
import * as E from 'fp-ts/lib/Either.js';
import { isJsonObject } from '../../../core/codec/codec.js';
import type { HeaderSource } from '../../http/header-source.js';
import { HEADERS } from '../../http/header-table.js';
import type { GatewayError } from '../gateway-error.js';
import { firstHeader } from '../request/first-header.js';

/** Whether the router answered by itself; what names a cluster came from an engine. */
export const isRouterRefusal = (status: number, headers: HeaderSource): boolean =>
  status >= 400 &&
  firstHeader(headers, HEADERS.errorCode.name) !== undefined &&
  firstHeader(headers, HEADERS.clusterId.name) === undefined;

/**
 * Translates an answer of the router: same status, same code, its message.
 *
 * `body` is `{"error":"<message>","code":"<code>"}`; where it is not, the message tells the status.
 * `retry-after` passes; a 503 without one asks for 1 s.
 */
export const translateRefusal = (
  status: number,
  headers: HeaderSource,
  body: string,
): GatewayError => {
  const code = firstHeader(headers, HEADERS.errorCode.name) ?? 'router_error';
  const retryAfter = firstHeader(headers, 'retry-after');
  return {
    status,
    code,
    message: messageOf(body) ?? `The router answered ${String(status)}.`,
    param: code === 'no_eligible_candidates' ? 'model' : null,
    ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
  };
};

const messageOf = (body: string): string | undefined => {
  const json = E.tryCatch(
    () => JSON.parse(body) as unknown,
    () => undefined,
  );
  const message = E.isRight(json) && isJsonObject(json.right) ? json.right['error'] : undefined;
  return typeof message === 'string' ? message : undefined;
};
