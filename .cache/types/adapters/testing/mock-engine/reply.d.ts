import type { ServerResponse } from 'node:http';
import type { Clock } from '../../time/clock.js';
import type { Failure } from './failure.js';
/** Header names and values of a response. */
export type ReplyHeaders = Readonly<Record<string, string>>;
/** Writes one response, and spoils it where the failure in force says so. */
export type Reply = Readonly<{
    /** A whole answer. */
    send: (status: number, headers: ReplyHeaders, body: string) => Promise<void>;
    sendJson: (status: number, body: object, headers?: ReplyHeaders) => Promise<void>;
    /** The beginning of a stream of server-sent events. */
    startStream: (headers: ReplyHeaders) => Promise<void>;
    /** One piece of a stream; waits while the client does not read. */
    write: (piece: string) => Promise<void>;
    end: () => void;
    /** Closes the connection without an answer. */
    hangUp: () => void;
}>;
/** What a reply is made of. */
export type ReplyInput = Readonly<{
    response: ServerResponse;
    clock: Clock;
    failure: Failure;
    /** Aborts when the client goes away. */
    signal: AbortSignal;
    /** Go on every response. */
    baseHeaders: ReplyHeaders;
}>;
/** A reply of which nothing has been sent. */
export declare const createReply: (input: ReplyInput) => Reply;
