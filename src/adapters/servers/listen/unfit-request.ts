/** Requests that no path takes, and that are told so before anyone looks at their path. */
import type { IncomingMessage } from 'node:http';
import { httpFault, type HttpFault } from '../../http/http-fault.js';

/** What is wrong with such a request; undefined for all others. */
export const unfit = ({
  headers,
  rawHeaders,
  httpVersion,
}: IncomingMessage): HttpFault | undefined => {
  if (headers.host === undefined && httpVersion === '1.1') return NO_HOST;
  // Whoever stands before us might go by the other one (RFC 9112, 3.2).
  if (hasTwoHosts(rawHeaders)) return TWO_HOSTS;
  // Other upgrades (HTTP/2 in the clear) are offers, which a server may ignore.
  return headers.upgrade !== undefined && /\bwebsocket\b/i.test(headers.upgrade)
    ? NO_UPGRADE
    : undefined;
};

const hasTwoHosts = (rawHeaders: readonly string[]): boolean => {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
};

const NO_HOST = httpFault('bad_request', 'host: expected the name of the host, given no header');

const TWO_HOSTS = httpFault('bad_request', 'host: expected one name of the host, given more');

const NO_UPGRADE = httpFault(
  'upgrade_not_supported',
  'upgrade: WebSocket connections are not supported; send an HTTP request',
);
