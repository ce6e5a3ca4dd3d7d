import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Readable } from 'node:stream';
import type * as Undici from 'undici';
import type { Fault } from '../../../core/codec/fault.js';
import type { RawHeaders } from '../../http/index.js';
import { type EngineResponse } from './engine-exchange.js';
import type { SendOutcome } from '../routing/send.js';
/** A request as it goes to an engine. */
export type EngineRequestMessage = Readonly<{
    /** Base URL of the backend; a path in it is put before every target. */
    baseUrl: string;
    method: string;
    /** Path and query. */
    target: string;
    headers: RawHeaders;
    /** Read once a connection is there to take it. */
    body: Readable | undefined;
    signal: AbortSignal | undefined;
}>;
/** Sends requests to engines. Promises never reject. */
export type Upstream = Readonly<{
    send: (message: EngineRequestMessage) => Promise<SendOutcome<EngineResponse>>;
    /** Cuts what is still open. */
    close: () => Promise<void>;
}>;
export type UpstreamLimits = Readonly<{
    /** Longest time to connect, ms. */
    connectTimeoutMs: number;
    /** Longest time from the end of a request to its response headers, ms. */
    responseTimeoutMs: number;
    /** Longest silence within a response, ms. */
    silenceTimeoutMs: number;
}>;
type UndiciPackage = Pick<typeof Undici, 'Agent'>;
/** Opens the way; left when `undici` is not installed. */
export declare const openUpstream: (limits: UpstreamLimits, load?: TE.TaskEither<Fault, UndiciPackage>) => TE.TaskEither<Fault, Upstream>;
export {};
