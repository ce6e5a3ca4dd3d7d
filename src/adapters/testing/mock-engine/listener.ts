import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The door of the engine: a port that can be shut and opened again. */
export type Listener = Readonly<{
  /** Listens, on the same port as before if there was one; fails if the port is taken. */
  open: () => Promise<void>;
  /** Refuses new connections and closes idle ones; running requests go on. */
  shut: () => void;
  isOpen: () => boolean;
  /** 0 before the first `open`. */
  port: () => number;
  openSocketCount: () => number;
  /** Shuts for good, and cuts connections that are left after `graceMs`; resolves when none is. */
  close: (graceMs: number) => Promise<void>;
}>;

/** A door that is shut. */
export const createListener = (
  address: Readonly<{ host: string; port: number }>,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Listener => {
  const sockets = new Set<Socket>();
  const idleWaiters = new Set<() => void>();
  let server: Server | undefined;
  let port = address.port;
  let isClosed = false;

  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size > 0) return;
      for (const resolve of idleWaiters) resolve();
      idleWaiters.clear();
    });
  };
  const shut = () => {
    server?.close();
    server = undefined;
  };
  const untilIdle = () =>
    new Promise<void>((resolve) => {
      if (sockets.size === 0) resolve();
      else idleWaiters.add(resolve);
    });

  return {
    open: async () => {
      if (server !== undefined || isClosed) return;
      // Each opening has a server of its own: one that was closed keeps its old connections.
      const opened = createServer((request, response) => {
        response.once('finish', () => {
          if (server !== opened) request.socket.end();
        });
        handle(request, response);
      });
      opened.on('connection', track);
      await listen(opened, address.host, port);
      server = opened;
      port = (opened.address() as AddressInfo).port;
    },
    shut,
    isOpen: () => server !== undefined,
    port: () => port,
    openSocketCount: () => sockets.size,
    close: async (graceMs) => {
      isClosed = true;
      shut();
      // The grace is real time whatever clock the engine has, so that closing always ends.
      const cut = (): void => {
        for (const socket of sockets) socket.destroy();
      };
      if (graceMs === 0) cut();
      const timer = setTimeout(cut, graceMs);
      await untilIdle();
      clearTimeout(timer);
    },
  };
};

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const place = `${host}:${String(port)}`;
      const message = `cannot listen on ${place}: ${error.message}; free it, or name another port`;
      reject(new Error(message, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
