/** Who is calling: the API key and the request id of a request. */
import type { HeaderSource } from '../../http/header-source.js';
/** The key of `Authorization: Bearer KEY`; undefined when there is none, or another scheme. */
export declare const apiKeyOf: (headers: HeaderSource) => string | undefined;
/**
 * The caller's request id if it may be kept: 1 to 128 visible ASCII characters.
 *
 * Only ask for callers that have shown a valid key: the id seeds the router's chance.
 */
export declare const requestIdOf: (headers: HeaderSource) => string | undefined;
