/** What a connection is told that ends without, or in the middle of, a request that can be read. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  httpFault,
  type HttpFault,
  type OwnAnswer,
  type RenderFault,
} from '../../http/http-fault.js';
import { openOn } from '../client/client-departure.js';
import { rawAnswer } from './write-answer.js';

/** The latest request of a connection, and its response. */
export type NewestExchanges = WeakMap<
  Socket,
  Readonly<{ request: IncomingMessage; response: ServerResponse }>
>;

/** Answers what the parser of node refuses, unless an answer is under way; `refuse` tells of it. */
export const answerParserErrors = (
  server: Server,
  { render, refuse }: Readonly<{ render: RenderFault; refuse: RenderFault }>,
  newest: NewestExchanges,
): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || hasBegunToAnswer(socket)) {
      socket.destroy();
      return;
    }
    const { request, response } = newest.get(socket) ?? {};
    // What breaks off is the body of a request that is known, and may have its answer already.
    const isBody = request?.complete === false;
    if (isBody && response!.headersSent) sayGoodbye(socket, undefined);
    else sayGoodbye(socket, (isBody ? render : refuse)(parserFault(error)));
  });
};

/** Node takes the connection of a CONNECT request away from the parser, and closes it unheard. */
export const answerTunnels = (server: Server, render: RenderFault): void => {
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', ignore);
    // Answers to earlier requests are still due, and would get mixed up with this one.
    if ([...openOn(socket)].length > 0) socket.destroy();
    else sayGoodbye(socket, render(NO_TUNNEL));
  });
};

/** Ends a connection, with a last answer if there is one to be given. */
const sayGoodbye = (socket: Socket, answer: OwnAnswer | undefined): void => {
  if (answer === undefined) socket.end();
  else socket.end(rawAnswer(answer));
  // The rest of what the client sends is of no use; reading it keeps the answer from being lost.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};

/** How long a client may go on sending what nobody wants. */
const LINGER_MS = 1_000;

const hasBegunToAnswer = (socket: Socket): boolean => {
  for (const { response } of openOn(socket)) if (response.headersSent) return true;
  return false;
};

const parserFault = ({ code, message }: NodeJS.ErrnoException): HttpFault => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return httpFault('headers_too_large', 'the headers of the request are too large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return httpFault('request_timeout', 'the headers of the request did not come in time');
    default:
      return httpFault('bad_request', `expected an HTTP request: ${message}`);
  }
};

const NO_TUNNEL = httpFault(
  'upgrade_not_supported',
  'CONNECT: tunnels are not supported; send an HTTP request',
);

/** A client may leave between two writes; the departure is noticed elsewhere. */
export const ignore = (): void => undefined;
