import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server on loopback that says what the test wants, in any protocol or none. */
export type ScriptedServer = Readonly<{ port: number; close: () => Promise<void> }>;

/** Starts it; `answer` gets what a client sent and the number of its connection, from 0. */
export const startScriptedServer = async (
  answer: (request: string, connection: number, socket: Socket) => void,
): Promise<ScriptedServer> => {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    const connection = connections;
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      answer(chunk.toString('latin1'), connection, socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
