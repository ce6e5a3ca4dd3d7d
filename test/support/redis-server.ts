import { tmpdir } from 'node:os';
import { findServerBinary, freePorts, startServer, type ServerProcess } from './server-process.js';

/** Path of `redis-server`; undefined, with the reason printed, when it is not installed. */
export const redisBinary = findServerBinary('redis-server');

/** Starts a Redis server on a free loopback port; it keeps nothing on disk. */
export const startRedis = async (extraArgs: readonly string[] = []): Promise<ServerProcess> => {
  const [port] = await freePorts(1);
  const args = [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', tmpdir()],
    ...['--save', '', '--appendonly', 'no', '--loglevel', 'warning', ...extraArgs],
  ];
  return startServer(redisBinary!, args, port!);
};
