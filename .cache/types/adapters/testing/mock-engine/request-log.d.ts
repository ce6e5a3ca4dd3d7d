import type { IncomingMessage } from 'node:http';
/** A request as the engine received it. */
export type ReceivedRequest = Readonly<{
    method: string;
    /** Path with query, as it stood in the request line. */
    path: string;
    /** Names and values as sent, in order, duplicates kept. */
    headers: readonly (readonly [name: string, value: string])[];
    /** Bytes that have arrived. */
    bodyBytes: number;
    /** The body as UTF-8, its first 64 KiB. */
    bodyText: string;
    /** Of the whole body, in hex; empty until the body is complete. */
    bodySha256: string;
    /** False while the body is still arriving, and for good when it broke off. */
    isComplete: boolean;
}>;
/** What of a request is known before its body. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>;
/** Takes the body of one request down. */
export type RequestRecorder = Readonly<{
    addChunk: (chunk: Buffer) => void;
    complete: () => void;
}>;
/** The latest requests, oldest first; older ones are forgotten. */
export type RequestLog = Readonly<{
    open: (head: RequestHead) => RequestRecorder;
    list: () => readonly ReceivedRequest[];
    clear: () => void;
}>;
/** Bytes of a body that the log keeps. */
export declare const LOGGED_BODY_BYTES: number;
/** An empty log of at most `maxRequests` requests. */
export declare const createRequestLog: (maxRequests: number) => RequestLog;
