/**
 * Keeps web pages away from a listener that trusts its callers.
 *
 * A page that a browser of this machine has open may send requests anywhere; under a name of its
 * own that it has pointed to this machine (DNS rebinding) it could even read the answers. So
 * requests that a page made are refused, and those that call the machine by a name not known here.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { httpFault, type HttpFault } from '../../http/http-fault.js';

/** Why a request is not served; undefined when it is for one of the hosts, and from no page. */
export const refuseForeign = (
  { headers, url }: IncomingMessage,
  hosts: readonly string[],
): HttpFault | undefined => {
  if (headers.origin !== undefined) return FROM_PAGE;
  // A request line with a whole URL names the host, whatever the header says (RFC 9112, 3.2.2).
  const host = hostName(/^\w+:\/\/([^/?#]*)/.exec(url ?? '')?.[1] ?? headers.host ?? '');
  return isIP(host) !== 0 || host === 'localhost' || hosts.includes(host) ? undefined : WRONG_HOST;
};

/** Without port and brackets, in lower case. */
const hostName = (host: string): string =>
  host
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();

const FROM_PAGE = httpFault('forbidden', 'origin: expected a request that no web page has made');
const WRONG_HOST = httpFault(
  'forbidden',
  'host: expected an IP address, localhost or a name listed in --admin-hosts',
);
