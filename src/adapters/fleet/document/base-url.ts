import type { Problem } from '../../../core/codec/fault.js';

const EXPECTED: Problem = {
  code: 'invalid_value',
  expected: 'an http or https URL without user, query and fragment',
};

/** What is wrong with a base URL that requests are sent to. */
export const checkBaseUrl = (value: unknown): Problem | undefined => {
  if (typeof value !== 'string') return { ...EXPECTED, code: 'wrong_type' };
  if (!URL.canParse(value)) return EXPECTED;
  const { protocol, username, password, search, hash } = new URL(value);
  const isHttp = protocol === 'http:' || protocol === 'https:';
  return isHttp && `${username}${password}${search}${hash}` === '' ? undefined : EXPECTED;
};

/** The URL in its normal form, without slashes at its end. */
export const plainBaseUrl = (url: string): string => new URL(url).href.replace(/\/+$/, '');

/** The host of a URL; an IPv6 address without its brackets. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

/** The same URL at an address of its host, IPv6 in brackets. */
export const atAddress = (url: string, address: string): string => {
  const at = new URL(url);
  at.hostname = address.includes(':') ? `[${address}]` : address;
  return plainBaseUrl(at.href);
};

/** A path below a base URL, optionally at another port. */
export const below = (url: string, path: string, port?: number): string => {
  const place = new URL(url + path);
  if (port !== undefined) place.port = String(port);
  return place.href;
};

/** Whether a port, where one is given, is that of the URL itself. */
export const isOwnPort = (url: string, port: number | undefined): boolean =>
  new URL(below(url, '', port)).host === new URL(url).host;

/** Everything before the last "@" may be a secret, however malformed the rest is. */
export const withoutCredentials = (url: unknown): unknown =>
  typeof url === 'string' && url.includes('@') ? `***${url.slice(url.lastIndexOf('@'))}` : url;
