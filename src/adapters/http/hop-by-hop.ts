import { lowerName } from './header-name.js';
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

/**
 * The lower-case names that must not be forwarded: fixed ones and those that `Connection` lists.
 *
 * Most messages list none of their own, and share one set.
 */
export const connectionHeaderNames = (lines: RawHeaders): ReadonlySet<string> => {
  let names: ReadonlySet<string> = FIXED_NAMES;
  for (let i = 0; i + 1 < lines.length; i += 2) {
    if (lowerName(lines[i]!) !== 'connection') continue;
    const value = lines[i + 1]!;
    if (EVERYDAY_VALUES.has(value)) continue;
    const listed = value.split(',').map((token) => token.trim().toLowerCase());
    names = new Set([...names, ...listed]);
  }
  return names;
};

const FIXED_NAMES: ReadonlySet<string> = new Set(CONNECTION_HEADERS);

/** Values that name no header. */
const EVERYDAY_VALUES: ReadonlySet<string> = new Set([
  'keep-alive',
  'close',
  'Keep-Alive',
  'Close',
]);
