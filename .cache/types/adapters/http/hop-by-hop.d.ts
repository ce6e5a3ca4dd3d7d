import type { RawHeaders } from './header-source.js';
/**
 * Headers that belong to one connection, not to the message (RFC 9110, section 7.6.1).
 *
 * `host` and `expect` are not hop-by-hop by that text, yet they are settled on each connection:
 * the HTTP client writes the host it calls, and the server has answered `100-continue` itself.
 */
export declare const CONNECTION_HEADERS: readonly string[];
/** Collects the lower-case names that must not be forwarded: fixed ones and those `Connection` lists. */
export declare const connectionHeaderNames: (lines: RawHeaders) => ReadonlySet<string>;
