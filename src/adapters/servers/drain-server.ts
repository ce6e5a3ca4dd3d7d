import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Ends a server without cutting off what it is doing. */
export type Drain = Readonly<{
  /** Responses under way. */
  openCount: () => number;
  /** Stops accepting, lets responses end for up to `graceMs`, then cuts. Resolves when all is shut. */
  drain: (graceMs: number) => Promise<void>;
}>;

/** Watches a server, so that it can be drained later. */
export const watchServer = (server: Server): Drain => {
  const open = new Set<ServerResponse>();
  let isDraining = false;
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    open.add(response);
    if (isDraining) response.shouldKeepAlive = false;
    response.once('close', () => {
      open.delete(response);
      // Its connection is idle from now on, and nobody else would close it soon.
      if (isDraining) setImmediate(() => server.closeIdleConnections());
    });
  });
  return {
    openCount: () => open.size,
    drain: (graceMs) => {
      isDraining = true;
      for (const response of open) response.shouldKeepAlive = false;
      return shut(server, graceMs);
    },
  };
};

const shut = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
    }, graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
