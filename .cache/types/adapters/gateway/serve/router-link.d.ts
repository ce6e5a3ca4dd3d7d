import type { Readable } from 'node:stream';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../core/codec/fault.js';
import type { RawHeaders } from '../../http/header-source.js';
/** A request as the router gets it. */
export type RouterRequest = Readonly<{
    method: string;
    /** Path and query. */
    target: string;
    headers: RawHeaders;
    body: Uint8Array | AsyncIterable<Uint8Array> | null;
    /** Aborting it ends request and response. */
    signal: AbortSignal;
}>;
/** What came back; the body is streamed and must be read or destroyed. */
export type RouterResponse = Readonly<{
    status: number;
    headers: RawHeaders;
    body: Readable;
}>;
/** Why there is no response. The message names no header and no content. */
export type RouterLinkError = Readonly<{
    kind: 'failed' | 'timeout';
    message: string;
}>;
/** Sends requests to the router. Tasks never reject. */
export type RouterLink = Readonly<{
    send: (request: RouterRequest) => TE.TaskEither<RouterLinkError, RouterResponse>;
    /** Cuts what is still open. */
    close: () => Promise<void>;
}>;
/** Settings of a link. */
export type RouterLinkOptions = Readonly<{
    /** Base URL of the router; a path in it is put before every target. */
    url: string;
    /** Longest time to the headers of a response. Default 12 min: the router waits for engines. */
    responseTimeoutMs?: number;
    /** Longest silence within a response. Default 6 min. */
    silenceTimeoutMs?: number;
    /** Longest time to connect. Default 2 s. */
    connectTimeoutMs?: number;
}>;
/** Opens a link; left when `undici` is not installed. A router that is down is no fault. */
export declare const openRouterLink: (options: RouterLinkOptions) => TE.TaskEither<Fault, RouterLink>;
