import type { ServerResponse } from 'node:http';
import type { RawHeaders } from '../../http/index.js';
import type { EngineResponse } from './engine-exchange.js';
/** Longest time a client may leave its response unread, ms. */
export type RelayLimits = Readonly<{
    idleMs: number;
}>;
/**
 * Sends the response of an engine to the client as it comes, no faster than the client reads.
 *
 * Headers go out with the first bytes, and without them when none follow at once. A response that
 * breaks off closes the connection, so that the client does not take a part for the whole.
 */
export declare const relayResponse: (response: ServerResponse, engine: EngineResponse, headers: RawHeaders, { idleMs }: RelayLimits) => void;
