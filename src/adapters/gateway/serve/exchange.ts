/** One request and its response, as the server handles them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientDeparture } from '../../servers/client/client-departure.js';
import type { RequestRecord } from '../../servers/logging/request-record.js';
import { writeAnswer } from '../../servers/listen/write-answer.js';
import { renderGatewayError, type GatewayError } from '../gateway-error.js';
import { markHeaders, type ClientMarks } from './client-headers.js';
import type { Span } from '../../telemetry/port.js';

/** A request on its way. */
export type Exchange = Readonly<{
  request: IncomingMessage;
  response: ServerResponse;
  /** Path and query as they are forwarded. */
  target: string;
  /** Aborts when the client goes away before it has its whole response. */
  departure: ClientDeparture;
  /** What is counted and written down of it. */
  record: RequestRecord;
  span: Span;
  /** Used until it is known that the caller may choose one. */
  freshRequestId: string;
}>;

/** What an answer carries before anything is known of its caller. */
export const freshMarks = ({ freshRequestId }: Exchange): ClientMarks => ({
  requestId: freshRequestId,
  sessionId: undefined,
});

/** Answers with an error, unless the client is gone or has a part of another answer. */
export const refuse = (
  { response, span }: Exchange,
  error: GatewayError,
  marks: ClientMarks,
): void => {
  const answer = renderGatewayError(error);
  span.set('http.response.status_code', answer.status);
  span.set('error.code', error.code);
  writeAnswer(response, { ...answer, headers: { ...answer.headers, ...markHeaders(marks) } });
};
