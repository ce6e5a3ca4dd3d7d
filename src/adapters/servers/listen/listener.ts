/** A port that HTTP requests come in on: limits, errors of the parser, and a graceful end. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { openOn } from '../client/client-departure.js';
import {
  httpFault,
  type HttpFault,
  type OwnAnswer,
  type RenderFault,
} from '../../http/http-fault.js';
import { formatAddress, type ListenAddress } from './listen-address.js';
import { declaredBytes } from '../client/request-body.js';
import { rawAnswer, writeAnswer } from './write-answer.js';

/** Limits of a listener. */
export type ListenerLimits = Readonly<{
  /** Largest request headers, bytes; larger ones are answered with 431. */
  maxHeaderBytes: number;
  /** Longest time a client may take to send its headers, ms. */
  headersTimeoutMs: number;
  /** How long a connection without a request is kept, ms. */
  keepAliveMs: number;
  /** A body announced to be larger is not asked for (`Expect: 100-continue`). Default: no limit. */
  maxBytes?: number;
}>;

/** A port that is being listened on. */
export type Listener = Readonly<{
  /** `host:port`, with the port that was taken. */
  address: string;
  /** Stops accepting, lets responses end for up to `graceMs`, then cuts. */
  close: (graceMs: number) => Promise<void>;
}>;

/** How often connections that became idle are looked for while the listener closes. */
const DRAIN_INTERVAL_MS = 25;

/** How often late headers are looked for, at least. */
const MAX_CHECK_INTERVAL_MS = 10_000;

/** Listens with `handle`; rejects when the address cannot be had. */
export const startListener = async (
  { host, port }: ListenAddress,
  limits: ListenerLimits,
  handle: RequestListener,
  render: RenderFault,
): Promise<Listener> => {
  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersTimeoutMs,
    connectionsCheckingInterval: Math.min(
      MAX_CHECK_INTERVAL_MS,
      Math.max(1, Math.ceil(limits.headersTimeoutMs / 4)),
    ),
    keepAliveTimeout: limits.keepAliveMs,
    // A large body may take long; whoever reads it sees to it that it moves.
    requestTimeout: 0,
    // Answered here, in the shape of the server.
    requireHostHeader: false,
  });
  // The size of the headers is bounded; dropping some of them would be worse than reading all.
  server.maxHeadersCount = 0;
  const sockets = trackSockets(server);
  let isClosing = false;
  const newest: NewestExchanges = new WeakMap();
  const serve: RequestListener = (request, response) => {
    response.on('error', ignore);
    newest.set(request.socket, { request, response });
    if (isClosing) response.shouldKeepAlive = false;
    const fault = unfit(request);
    if (fault === undefined) handle(request, response);
    else writeAnswer(response, render(fault));
  };
  server.on('request', serve);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (declaredBytes(request) <= (limits.maxBytes ?? Infinity)) response.writeContinue();
    // The client is not going to send the body, nor to tell that it does not.
    else response.shouldKeepAlive = false;
    serve(request, response);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.on('error', ignore);
    writeAnswer(response, render(UNKNOWN_EXPECTATION));
  });
  answerParserErrors(server, render, newest);
  answerTunnels(server, render);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(cannotListen(formatAddress({ host, port }), error));
    });
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  return {
    address: formatAddress({ host, port: bound.port }),
    close: (graceMs) => {
      isClosing = true;
      for (const socket of sockets) {
        for (const { response } of openOn(socket)) response.shouldKeepAlive = false;
      }
      return drain(server, graceMs);
    },
  };
};

/** Says which setting an address that cannot be had comes from; the code stays in the message. */
const cannotListen = (address: string, error: Error): Error =>
  new Error(
    `cannot listen on ${address}: ${error.message}; free it, or name another address with ` +
      '--listen, --admin or --metrics',
    { cause: error },
  );

const UNKNOWN_EXPECTATION = httpFault(
  'expectation_failed',
  'expect: expected 100-continue or no such header',
);

const NO_HOST = httpFault('bad_request', 'host: expected the name of the host, given no header');

const TWO_HOSTS = httpFault('bad_request', 'host: expected one name of the host, given more');

const NO_UPGRADE = httpFault(
  'upgrade_not_supported',
  'upgrade: WebSocket connections are not supported; send an HTTP request',
);

const NO_TUNNEL = httpFault(
  'upgrade_not_supported',
  'CONNECT: tunnels are not supported; send an HTTP request',
);

/** What no path of ours takes. */
const unfit = ({ headers, rawHeaders, httpVersion }: IncomingMessage): HttpFault | undefined => {
  if (headers.host === undefined && httpVersion === '1.1') return NO_HOST;
  // Whoever stands before us might go by the other one (RFC 9112, 3.2).
  if (hasTwoHosts(rawHeaders)) return TWO_HOSTS;
  // Other upgrades (HTTP/2 in the clear) are offers, which a server may ignore.
  return headers.upgrade !== undefined && /\bwebsocket\b/i.test(headers.upgrade)
    ? NO_UPGRADE
    : undefined;
};

const hasTwoHosts = (rawHeaders: readonly string[]): boolean => {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
};

const trackSockets = (server: Server): ReadonlySet<Socket> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return sockets;
};

/** The latest request of a connection, and its response. */
type NewestExchanges = WeakMap<
  Socket,
  Readonly<{ request: IncomingMessage; response: ServerResponse }>
>;

const answerParserErrors = (server: Server, render: RenderFault, newest: NewestExchanges): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || hasBegunToAnswer(socket)) {
      socket.destroy();
      return;
    }
    const { request, response } = newest.get(socket) ?? {};
    // What breaks off is the body of a request that has its answer already.
    const isAnswered = request?.complete === false && response!.headersSent;
    sayGoodbye(socket, isAnswered ? undefined : render(parserFault(error)));
  });
};

/** Node takes the connection of a CONNECT request away from the parser, and closes it unheard. */
const answerTunnels = (server: Server, render: RenderFault): void => {
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

/** Lets responses end, and closes connections as they become idle. */
const drain = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => {
      server.closeAllConnections();
    }, graceMs);
    const closeIdle = setInterval(() => {
      server.closeIdleConnections();
    }, DRAIN_INTERVAL_MS);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(closeIdle);
      resolve();
    });
    server.closeIdleConnections();
  });

/** A client may leave between two writes; the departure is noticed elsewhere. */
const ignore = (): void => undefined;
