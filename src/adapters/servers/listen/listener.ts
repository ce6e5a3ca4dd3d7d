/** A port that HTTP requests come in on: its limits, and a graceful end. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  DELAY_MS,
  TIMER_MS,
  wholeFrom,
  type OptionRanges,
} from '../../../core/codec/option-ranges.js';
import { openOn } from '../client/client-departure.js';
import { httpFault, type RenderFault } from '../../http/http-fault.js';
import { declaredBytes } from '../client/request-body.js';
import { answerParserErrors, answerTunnels, ignore, type NewestExchanges } from './last-words.js';
import { formatAddress, type ListenAddress } from './listen-address.js';
import { unfit } from './unfit-request.js';
import { writeAnswer } from './write-answer.js';

/** Limits of a listener. */
export type ListenerLimits = Readonly<{
  /** Largest request headers, bytes; larger ones are answered with 431. */
  maxHeaderBytes: number;
  /** Longest time a client may take to send its headers, ms. */
  headersTimeoutMs: number;
  /** How long a connection without a request is kept, ms. */
  keepAliveMs: number;
  /** A body announced to be larger is not asked for (`Expect: 100-continue`). Default: no limit. */
  maxBytes?: number | undefined;
}>;

export const LISTENER_RANGES: OptionRanges<keyof ListenerLimits> = {
  maxHeaderBytes: wholeFrom(1),
  headersTimeoutMs: TIMER_MS,
  keepAliveMs: DELAY_MS,
  maxBytes: wholeFrom(0),
};

/** A port that is being listened on. */
export type Listener = Readonly<{
  /** `host:port`, with the port that was taken. */
  address: string;
  /** Stops accepting, lets responses end for up to `graceMs`, then cuts. */
  close: (graceMs: number) => Promise<void>;
}>;

/** Told the status of a request that the listener answered before anybody else saw it. */
export type OnRefused = (status: number) => void;

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
  onRefused: OnRefused = ignore,
): Promise<Listener> => {
  const refuse = telling(render, onRefused);
  const server = createLimitedServer(limits);
  const sockets = trackSockets(server);
  let isClosing = false;
  const newest: NewestExchanges = new WeakMap();
  const serve: RequestListener = (request, response) => {
    response.on('error', ignore);
    newest.set(request.socket, { request, response });
    if (isClosing) response.shouldKeepAlive = false;
    const fault = unfit(request);
    if (fault === undefined) handle(request, response);
    else writeAnswer(response, refuse(fault));
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
    writeAnswer(response, refuse(UNKNOWN_EXPECTATION));
  });
  answerParserErrors(server, { render, refuse }, newest);
  answerTunnels(server, refuse);
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

const createLimitedServer = (limits: ListenerLimits): Server => {
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
  return server;
};

/** Renders faults, and tells the status of each. */
const telling =
  (render: RenderFault, onRefused: OnRefused): RenderFault =>
  (fault) => {
    const answer = render(fault);
    onRefused(answer.status);
    return answer;
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

const trackSockets = (server: Server): ReadonlySet<Socket> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return sockets;
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
