import type { RawHeaders } from './header-source.js';

/**
 * Headers that belong to one connection, not to the message (RFC 9110, section 7.6.1).
 *
 * `host` and `expect` are not hop-by-hop by that text, yet they are settled on each connection:
 * the HTTP client writes the host it calls, and the server has answered `100-continue` itself.
 */
export const CONNECTION_HEADERS: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'host',
  'expect',
];

/** Collects the lower-case names that must not be forwarded: fixed ones and those `Connection` lists. */
export const connectionHeaderNames = (lines: RawHeaders): ReadonlySet<string> => {
  const names = new Set(CONNECTION_HEADERS);
  for (let i = 0; i + 1 < lines.length; i += 2) {
    if (lines[i]!.toLowerCase() !== 'connection') continue;
    for (const token of lines[i + 1]!.split(',')) names.add(token.trim().toLowerCase());
  }
  return names;
};
