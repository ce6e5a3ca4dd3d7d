import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
/** How sending a response to the client ended; a client that went away is no fault. */
export type RelayEnd = Readonly<{
    kind: 'done' | 'client_gone';
}> | Readonly<{
    kind: 'broken';
    message: string;
}>;
/**
 * Sends a response to the client as it comes in: the headers at once, every piece when it is there.
 *
 * When the body breaks off, the connection is closed, so that the client does not take a part for
 * the whole. When the headers cannot be sent, nothing is.
 */
export declare const relayResponse: (response: ServerResponse, answer: Readonly<{
    status: number;
    headers: readonly string[];
    body: Readable;
}>, departure: AbortSignal, idleMs: number) => Promise<RelayEnd>;
/** Reads the body of a short answer; "" when it is longer than 64 KiB or breaks off. */
export declare const readShortBody: (body: Readable) => Promise<string>;
