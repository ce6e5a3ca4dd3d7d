import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { badJson, errorBody } from './apis/api-error.js';
import type { ApiError } from './apis/api-error.js';
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
export const replyError = (
  reply: Reply,
  error: ApiError,
  headers: ReplyHeaders = {},
): Promise<void> => reply.sendJson(error.status, errorBody(error), headers);

/** A body as JSON. */
export const parseJson = (body: string): Either<ApiError, unknown> =>
  E.tryCatch(
    () => JSON.parse(body) as unknown,
    (error) => badJson((error as Error).message),
  );

/** The value of a request header, the first where there are several; blank counts as absent. */
export const firstHeader = (headers: Exchange['headers'], name: string): string | undefined => {
  const first = headers[name]?.[0]?.trim();
  return first === '' ? undefined : first;
};
