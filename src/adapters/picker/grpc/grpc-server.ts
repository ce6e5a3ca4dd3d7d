/** A gRPC server on the HTTP/2 of the platform. */
import {
  constants,
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { formatAddress, type ListenAddress } from '../../servers/listen/listen-address.js';
import { drainSession, MAX_STREAMS_PER_CONNECTION } from './drain-session.js';
import { closeSoon, endWithReset, serveCall, type OpenCall } from './grpc-call.js';
import { statusTrailers } from './grpc-status.js';

export type GrpcServerOptions = Readonly<{
  /** Who takes on the calls of a method, by its path. */
  methods: ReadonlyMap<string, OpenCall>;
  /** Greatest message, bytes. */
  maxMessageBytes: number;
  /** How long a connection without calls is kept, ms. */
  keepAliveMs: number;
  /** Key and certificate, PEM; undefined: plain text. */
  tls?: Readonly<{ key: string; cert: string }> | undefined;
}>;

/** A server that listens. */
export type GrpcServer = Readonly<{
  /** `host:port`. */
  address: string;
  /** Calls under way. */
  openCount: () => number;
  /** Connections that are open. */
  connectionCount: () => number;
  /** Shows another certificate to those who connect from now on. */
  replaceTls: (pair: Readonly<{ key: string; cert: string }>) => void;
  /** Stops accepting, lets calls end for up to `graceMs`, then cuts. Resolves when all is shut. */
  close: (graceMs: number) => Promise<void>;
}>;

/** Starts to listen; rejects when the address is taken. */
export const startGrpcServer = async (
  options: GrpcServerOptions,
  { host, port }: ListenAddress,
): Promise<GrpcServer> => {
  const server = createHttp2Server(options);
  const connections = new Connections(options);
  // The session of a socket is made by the listener that comes next, within the same turn.
  let newest: Socket | undefined;
  server.prependListener(options.tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    newest = socket;
  });
  server.on('session', (session) => {
    connections.add(session, newest!);
  });
  server.on('stream', (stream, headers) => {
    connections.note(stream);
    answerCall(stream, headers, options);
  });
  await listen(server, host, port);
  const bound = server.address() as AddressInfo;
  return {
    address: formatAddress({ host, port: bound.port }),
    openCount: () => connections.openStreams,
    connectionCount: () => connections.size,
    replaceTls: (pair) => {
      if ('setSecureContext' in server) server.setSecureContext(pair);
    },
    close: (graceMs) => shut(server, connections, graceMs),
  };
};

/** Bytes a peer may send ahead, by stream and by connection: a body must not wait for round trips. */
const STREAM_WINDOW_BYTES = 1024 * 1024;
const CONNECTION_WINDOW_BYTES = 16 * 1024 * 1024;

/** MB. Bodies that are echoed count; flow control is what bounds them. */
const MAX_SESSION_MEMORY = 4096;

const createHttp2Server = ({ tls }: GrpcServerOptions): Http2Server | Http2SecureServer => {
  const common = {
    maxSessionMemory: MAX_SESSION_MEMORY,
    settings: { initialWindowSize: STREAM_WINDOW_BYTES, enablePush: false },
  };
  return tls === undefined ? createServer(common) : createSecureServer({ ...common, ...tls });
};

/** The connections of a server; each is drained when it has carried as many calls as it may. */
class Connections {
  readonly #open = new Map<ServerHttp2Session, Connection>();
  openStreams = 0;

  constructor(readonly options: Pick<GrpcServerOptions, 'keepAliveMs'>) {}

  get size(): number {
    return this.#open.size;
  }

  add(session: ServerHttp2Session, socket: Socket): void {
    const connection: Connection = { socket, streamCount: 0, openCount: 0, isDraining: false };
    this.#open.set(session, connection);
    session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
    session.on('error', ignore);
    session.setTimeout(this.options.keepAliveMs, () => {
      if (connection.openCount === 0) this.#drain(session, connection);
    });
    session.on('close', () => this.#open.delete(session));
  }

  note(stream: ServerHttp2Stream): void {
    this.openStreams += 1;
    const session = stream.session as ServerHttp2Session | undefined;
    const connection = session && this.#open.get(session);
    if (connection !== undefined) {
      connection.openCount += 1;
      connection.streamCount += 1;
      if (connection.streamCount >= MAX_STREAMS_PER_CONNECTION) this.#drain(session!, connection);
    }
    stream.once('close', () => {
      this.openStreams -= 1;
      if (connection !== undefined) connection.openCount -= 1;
    });
  }

  drainAll(): void {
    for (const [session, connection] of this.#open) this.#drain(session, connection);
  }

  destroyAll(): void {
    for (const { socket } of this.#open.values()) socket.destroy();
  }

  #drain(session: ServerHttp2Session, connection: Connection): void {
    if (connection.isDraining) return;
    connection.isDraining = true;
    drainSession(session, connection.socket);
  }
}

type Connection = {
  readonly socket: Socket;
  streamCount: number;
  openCount: number;
  isDraining: boolean;
};

const answerCall = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  { methods, maxMessageBytes }: GrpcServerOptions,
): void => {
  const path = headers[constants.HTTP2_HEADER_PATH] as string | undefined;
  const isGrpc = String(headers[constants.HTTP2_HEADER_CONTENT_TYPE]).startsWith(GRPC_TYPE);
  const open = methods.get(path ?? '');
  if (open !== undefined && isGrpc) {
    serveCall(stream, open, maxMessageBytes);
    return;
  }
  endWithReset(stream);
  stream.resume();
  const trailers = statusTrailers('UNIMPLEMENTED', 'there is no such method');
  const answer = isGrpc ? { ...trailers, 'content-type': GRPC_TYPE } : {};
  stream.respond({ ':status': isGrpc ? 200 : 415, ...answer }, { endStream: true });
  closeSoon(stream);
};

const GRPC_TYPE = 'application/grpc';

const listen = (
  server: Http2Server | Http2SecureServer,
  host: string,
  port: number,
): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      server.on('error', ignore);
      resolve();
    });
  });

const shut = (
  server: Http2Server | Http2SecureServer,
  connections: Connections,
  graceMs: number,
): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      connections.destroyAll();
    }, graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    connections.drainAll();
  });

const ignore = (): void => undefined;
