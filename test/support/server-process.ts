import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Finds a program in PATH or ~/go/bin; prints why tests are skipped when it is missing. */
export const findServerBinary = (name: string): string | undefined => {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), join(homedir(), 'go', 'bin')];
  const found = folders.map((folder) => join(folder, name)).find(isExecutable);
  if (found === undefined) {
    console.warn(`skipping: ${name} is neither in PATH nor in ~/go/bin`);
  }
  return found;
};

/** A server of another make, run as a child process on loopback. */
export type ServerProcess = Readonly<{
  port: number;
  /** Ends it as a crash would; resolves when it is gone. */
  kill: () => Promise<void>;
  /** Starts it again on the same port, empty. */
  restart: () => Promise<void>;
  /** Stops it from running while its sockets stay open. */
  freeze: () => void;
  thaw: () => void;
}>;

const START_TIMEOUT_MS = 300_000;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a server and waits until it answers a PING of the Redis protocol on `port`. */
export const startServer = async (
  binary: string,
  args: readonly string[],
  port: number,
): Promise<ServerProcess> => {
  let child = await launch(binary, args, port);
  return {
    port,
    kill: () => end(child),
    restart: async () => {
      await end(child);
      child = await launch(binary, args, port);
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
  };
};

/** Ports of loopback that are free now, all different. */
export const freePorts = async (count: number): Promise<number[]> => {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) server.close();
  return ports;
};

/** Sends one line to a server and resolves with what comes back first; "" when nothing does. */
export const askServer = async (port: number, line: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  try {
    socket.setTimeout(1_000, () => socket.destroy(new Error('no answer')));
    socket.write(`${line}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString('latin1');
  } catch {
    return '';
  } finally {
    socket.destroy();
  }
};

/** Asks until the answer fits; gives up after a while, or when `isOver`. */
export const askUntil = async (
  port: number,
  line: string,
  fits: (answer: string) => boolean,
  isOver: () => boolean = () => false,
): Promise<void> => {
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (!fits(await askServer(port, line))) {
    if (isOver() || performance.now() > deadlineMs) {
      throw new Error(`port ${String(port)}: no good answer`);
    }
    await sleep(20);
  }
};

/** Tries a start up to three times: a free port may be taken before the server has it. */
export const withRetries = async <A>(start: () => Promise<A>): Promise<A> => {
  try {
    return await start();
  } catch {
    return start().catch(start);
  }
};

const launch = async (
  binary: string,
  args: readonly string[],
  port: number,
): Promise<ChildProcess> => {
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  try {
    const isGone = () => child.exitCode !== null || child.signalCode !== null;
    await askUntil(port, 'PING', (answer) => answer.startsWith('+PONG'), isGone);
    if (isGone()) throw new Error('it ended');
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${binary} did not start: ${complaints}`, { cause: error });
  }
  return child;
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
