import { isIP } from 'node:net';
import type { Backend } from '../../fleet/port.js';

/** Addresses that have been worked out; a fleet keeps one object per backend. */
const known = new WeakMap<Backend, string | null>();

/**
 * `ip:port` of a backend, as proxies know their endpoints; undefined when they cannot reach it by
 * its URL alone: where that has a host name, or a path before all others.
 */
export const endpointOf = (backend: Backend): string | undefined => {
  const found = known.get(backend);
  if (found !== undefined) return found ?? undefined;
  const endpoint = readEndpoint(backend.url);
  known.set(backend, endpoint ?? null);
  return endpoint;
};

const readEndpoint = (url: string): string | undefined => {
  if (!URL.canParse(url)) return undefined;
  const { hostname, port, protocol, pathname } = new URL(url);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  if (!isAddress || pathname.replace(/\/+$/, '') !== '') return undefined;
  return `${hostname}:${port === '' ? (DEFAULT_PORTS[protocol] ?? '80') : port}`;
};

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
