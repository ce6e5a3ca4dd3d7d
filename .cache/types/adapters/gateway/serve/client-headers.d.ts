import { type HeaderSource } from '../../http/header-source.js';
/** What the gateway says to the client about its own request. */
export type ClientMarks = Readonly<{
    requestId: string;
    sessionId: string | undefined;
}>;
/**
 * Makes the headers of a response to the client: the router's without `x-stargate-*`,
 * `x-inference-server-*` and those of the connection, then request id and session id.
 */
export declare const headersForCaller: (source: HeaderSource, marks: ClientMarks) => string[];
/** The headers that every answer to a client carries, the gateway's own errors included. */
export declare const markHeaders: ({ requestId, sessionId, }: ClientMarks) => Readonly<Record<string, string>>;
