/** Request bodies: read whole where the gateway must know them, else passed on as they come. */
import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
/** Why a body is not there: it is too large, or the client went away. */
export type BodyFault = 'too_large' | 'gone';
/** Whether a request says that it has a body. */
export declare const hasBody: ({ rawHeaders }: IncomingMessage) => boolean;
/** Whether the body is JSON, by its content type. */
export declare const isJsonContent: ({ rawHeaders }: IncomingMessage) => boolean;
/** What a client may take. */
export type BodyLimits = Readonly<{
    maxBytes: number;
    /** Longest time without a piece that is asked for, ms. */
    idleMs: number;
}>;
/** Reads a whole body. */
export declare const readBody: (request: IncomingMessage, limits: BodyLimits) => Promise<E.Either<BodyFault, Buffer>>;
/** A body that ends in an error once it is over the limit. */
export type LimitedBody = Readonly<{
    chunks: AsyncIterable<Uint8Array>;
    isTooLarge: () => boolean;
}>;
/**
 * Streams a body within limits. Leaving early keeps the connection; a client that is silent for too
 * long loses it.
 */
export declare const limitBody: (request: IncomingMessage, { maxBytes, idleMs }: BodyLimits) => LimitedBody;
