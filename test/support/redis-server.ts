import { tmpdir } from 'node:os';
import {
  findServerBinary,
  freePorts,
  startServer,
  withRetries,
  type ServerProcess,
} from './server-process.js';

/** Path of `redis-server`; undefined, with the reason printed, when it is not installed. */
export const redisBinary = findServerBinary('redis-server');

/** Starts a Redis server on a loopback port, a free one by default; it keeps nothing on disk. */
export const startRedis = (
  extraArgs: readonly string[] = [],
  port?: number,
): Promise<ServerProcess> => withRetries(() => startOnce(extraArgs, port));

const startOnce = async (
  extraArgs: readonly string[],
  port: number | undefined,
): Promise<ServerProcess> => {
  const chosen = port ?? (await freePorts(1))[0]!;
  const args = [
    ...['--port', String(chosen), '--bind', '127.0.0.1', '--dir', tmpdir()],
    ...['--save', '', '--appendonly', 'no', '--loglevel', 'warning', ...extraArgs],
  ];
  return startServer(redisBinary!, args, chosen);
};
