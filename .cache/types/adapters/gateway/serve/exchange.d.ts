/** One request and its response, as the server handles them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type GatewayError } from '../gateway-error.js';
import { type ClientMarks } from './client-headers.js';
import type { Span } from '../../telemetry/port.js';
/** A request on its way. */
export type Exchange = Readonly<{
    request: IncomingMessage;
    response: ServerResponse;
    /** Aborts when the client goes away before it has its whole response. */
    signal: AbortSignal;
    span: Span;
    /** Used until it is known that the caller may choose one. */
    freshRequestId: string;
}>;
/** What an answer carries before anything is known of its caller. */
export declare const freshMarks: ({ freshRequestId }: Exchange) => ClientMarks;
/** The signal of a client that goes away. */
export declare const departureOf: (response: ServerResponse) => AbortSignal;
/** Answers with an error, unless the client is gone or has a part of another answer. */
export declare const refuse: ({ response, span }: Exchange, error: GatewayError, marks: ClientMarks) => void;
/**
 * Lets a client that has its answer finish its upload, but not for ever.
 *
 * Closing at once would reset the connection under what is still being sent, answer included.
 */
export declare const lingerOver: (request: IncomingMessage, response: ServerResponse) => void;
