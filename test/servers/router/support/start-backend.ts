import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { atEnd } from './start-server.js';

/** A backend of a test's own making, and the requests it saw. */
export type Backend = Readonly<{
  url: string;
  server: Server;
  requests: readonly IncomingMessage[];
}>;

/** Serves HTTP on loopback as `listener` says; closed after the test. */
export const startBackend = async (
  listener: RequestListener,
  host = '127.0.0.1',
): Promise<Backend> => {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  server.listen(0, host);
  await once(server, 'listening');
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: urlOf(server.address() as AddressInfo), server, requests };
};

/** Takes TCP connections on loopback and hands them over raw. */
export const startTcpBackend = async (onSocket: (socket: Socket) => void): Promise<string> => {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return urlOf(server.address() as AddressInfo);
};

/** An address on which nobody listens. */
export const closedUrl = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = urlOf(server.address() as AddressInfo);
  await new Promise((resolve) => server.close(resolve));
  return url;
};

/** Reads a whole body. */
export const readAll = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const urlOf = ({ address, family, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${String(port)}`;
