import type { IncomingMessage } from 'node:http';
import type { RequestRecorder } from './request-log.js';
/** How the reading of a request body ended. */
export type BodyReading = Readonly<{
    kind: 'complete';
    body: string;
}> | Readonly<{
    kind: 'too_large';
}>
/** The client went away. */
 | Readonly<{
    kind: 'gone';
}>;
/** Reads a whole body, also one that is too large, so that the client gets to read the answer. */
export declare const readBody: (request: IncomingMessage, recorder: RequestRecorder | undefined, maxBytes: number) => Promise<BodyReading>;
