/**
 * Cross-origin requests of web pages: https://fetch.spec.whatwg.org/#http-cors-protocol.
 *
 * Off unless origins are named. Keys travel in headers, so no credentials of the browser
 * are asked for.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EXPOSED_CLUSTER } from './client-headers.js';
import { HEADERS } from '../../http/header-table.js';

/** Reads `*` or origins separated by commas; undefined when one is none. */
export const parseOrigins = (text: string): readonly string[] | undefined => {
  const origins = text === '' ? [] : text.split(',').map((origin) => origin.trim());
  const isOrigin = (origin: string): boolean =>
    origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin);
  return origins.every(isOrigin) ? origins : undefined;
};

/** How long a browser may remember what it was told, s. */
const MAX_AGE_SECONDS = 600;

/** What pages may read of an answer, besides what every page may. */
const EXPOSED = [HEADERS.requestId.name, HEADERS.sessionId.name, 'retry-after', EXPOSED_CLUSTER];

/**
 * Lets a page of an allowed origin read the answer; true when the request was but the question
 * whether it may ask, which is answered then.
 */
export const answerPage = (
  origins: readonly string[],
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): boolean => {
  const { origin } = headers;
  if (origin === undefined || origins.length === 0) return false;
  response.setHeader('vary', 'origin');
  if (!origins.includes('*') && !origins.includes(origin)) return false;
  response.setHeader('access-control-allow-origin', origins.includes('*') ? '*' : origin);
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) {
    response.setHeader('access-control-expose-headers', EXPOSED.join(', '));
    return false;
  }
  const asked = headers['access-control-request-headers'];
  if (asked !== undefined) response.setHeader('access-control-allow-headers', asked);
  response.setHeader('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE');
  response.setHeader('access-control-max-age', String(MAX_AGE_SECONDS));
  response.writeHead(204).end();
  return true;
};
