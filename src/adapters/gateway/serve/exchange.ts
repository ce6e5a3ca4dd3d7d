/** One request and its response, as the server handles them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { renderGatewayError, type GatewayError } from '../gateway-error.js';
import { markHeaders, type ClientMarks } from './client-headers.js';
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
export const freshMarks = ({ freshRequestId }: Exchange): ClientMarks => ({
  requestId: freshRequestId,
  sessionId: undefined,
});

/** The signal of a client that goes away. */
export const departureOf = (response: ServerResponse): AbortSignal => {
  const departure = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) departure.abort();
  });
  return departure.signal;
};

/** Answers with an error, unless the client is gone or has a part of another answer. */
export const refuse = (
  { response, span }: Exchange,
  error: GatewayError,
  marks: ClientMarks,
): void => {
  const answer = renderGatewayError(error);
  span.set('http.response.status_code', answer.status);
  span.set('error.code', error.code);
  if (response.headersSent || response.destroyed) return;
  response.writeHead(answer.status, { ...answer.headers, ...markHeaders(marks) });
  response.end(answer.body);
};

/** How long a client may go on sending a body that nobody wants. */
const LINGER_MS = 1_000;

/**
 * Lets a client that has its answer finish its upload, but not for ever.
 *
 * Closing at once would reset the connection under what is still being sent, answer included.
 */
export const lingerOver = (request: IncomingMessage, response: ServerResponse): void => {
  response.once('finish', () => {
    if (request.complete) return;
    request.resume();
    const timer = setTimeout(() => request.destroy(), LINGER_MS).unref();
    request.once('close', () => {
      clearTimeout(timer);
    });
  });
};
