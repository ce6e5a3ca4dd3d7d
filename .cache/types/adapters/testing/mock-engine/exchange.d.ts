import type { IncomingMessage } from 'node:http';
import type { Either } from 'fp-ts/lib/Either.js';
import type { ApiError } from './openai/error.js';
import type { Reply, ReplyHeaders } from './reply.js';
/** One request whose body has been read, and the way to answer it. */
export type Exchange = Readonly<{
    method: string;
    /** Without the query. */
    path: string;
    /** By lower-case name, duplicates apart. */
    headers: IncomingMessage['headersDistinct'];
    body: string;
    reply: Reply;
    /** Aborts when the client goes away. */
    signal: AbortSignal;
}>;
/** Answers with an error in the shape of the OpenAI API. */
export declare const replyError: (reply: Reply, error: ApiError, headers?: ReplyHeaders) => Promise<void>;
/** A body as JSON. */
export declare const parseJson: (body: string) => Either<ApiError, unknown>;
/** The value of a request header, the first where there are several; blank counts as absent. */
export declare const firstHeader: (headers: Exchange["headers"], name: string) => string | undefined;
