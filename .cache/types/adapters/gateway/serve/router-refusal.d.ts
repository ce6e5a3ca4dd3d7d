import type { HeaderSource } from '../../http/header-source.js';
import type { GatewayError } from '../gateway-error.js';
/** Whether the router answered by itself; what names a cluster came from an engine. */
export declare const isRouterRefusal: (status: number, headers: HeaderSource) => boolean;
/**
 * Translates an answer of the router: same status, same code, its message.
 *
 * `body` is `{"error":"<message>","code":"<code>"}`; where it is not, the message tells the status.
 * `retry-after` passes; a 503 without one asks for 1 s.
 */
export declare const translateRefusal: (status: number, headers: HeaderSource, body: string) => GatewayError;
