/** The processes of the bench: what they are, where they listen, what processor time they use. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A process that has been started. */
export type Process = Readonly<{
  /** Processor time so far, ms. */
  cpuMs: () => number;
  end: () => void;
}>;

/** One that listens, and where. */
export type Listening = Process & Readonly<{ line: string }>;

/** The command of Envoy; throws when there is none. */
export const findEnvoy = (): string => {
  const installed = join(homedir(), '.local/share/homeward-ci/envoy/lib');
  const found = [process.env['HOMEWARD_ENVOY'], binaryIn(installed)].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (found === undefined) {
    throw new Error('no Envoy: run .ci/install-servers, or name one in HOMEWARD_ENVOY');
  }
  return found;
};

/** The binary itself: the command of the package is a program that starts it. */
const binaryIn = (folder: string): string | undefined =>
  ['python3.10', 'python3.11', 'python3.12', 'python3.13', 'python3.14']
    .map((python) => join(folder, python, 'site-packages/envoy/_bin/envoy'))
    .find(existsSync);

/** Starts a process; its output is shown when it ends badly. */
export const start = (
  command: string,
  args: readonly string[],
): Process & { child: ChildProcess } => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  child.once('exit', (code) => {
    if (code !== null && code !== 0) console.error(`${command} has ended: ${errors}`);
  });
  return {
    child,
    cpuMs: () => {
      const fields = readFileSync(`/proc/${String(child.pid)}/stat`, 'utf8')
        .split(') ')[1]!
        .split(' ');
      return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
    },
    end: () => {
      child.kill('SIGKILL');
    },
  };
};

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

/** Starts a process that prints a line when it listens. */
export const startListening = async (
  command: string,
  args: readonly string[],
): Promise<Listening> => {
  const started = start(command, args);
  const [line] = (await once(createInterface(started.child.stdout!), 'line')) as [string];
  return { ...started, line };
};

/** A port that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};
