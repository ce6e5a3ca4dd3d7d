import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { envoyCommand } from './find-envoy.js';

/** A real Envoy that takes requests. */
export type TestEnvoy = Readonly<{
  /** Base URL for clients. */
  url: string;
  port: number;
  /** One of its counters or gauges. */
  stat: (name: string) => Promise<number>;
  log: () => string;
  /** Ends it as a crash would; resolves when it is gone. */
  kill: () => Promise<unknown>;
}>;

export type EnvoySetup = Readonly<{
  /** A file of deploy/envoy. Default: envoy.yaml. */
  file?: string;
  /** `host:port` of the picker. */
  picker: string;
  /** `ip:port` of the engines that it knows. */
  engines: readonly string[];
  /** Whether the picker has TLS. Default: it has not. */
  isTls?: boolean;
  /** Changes the configuration further. */
  change?: (yaml: string) => string;
}>;

const FOLDER = new URL('../../../../deploy/envoy/', import.meta.url);

/** Starts Envoy with a configuration of deploy/envoy on ports of its own; ends it after the test. */
export const startEnvoy = async (setup: EnvoySetup): Promise<TestEnvoy> => {
  const [clients, admin] = [await freePort(), await freePort()];
  const text = await readFile(new URL(setup.file ?? 'envoy.yaml', FOLDER), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'envoy-'));
  const file = join(folder, 'envoy.yaml');
  const yaml = (setup.change ?? unchanged)(fill(text, setup, clients, admin));
  // However slow this machine is: only tests of the limit may meet it.
  await writeFile(file, yaml.replace(' message_timeout: 1s', ' message_timeout: 60s'));
  const options = ['--concurrency', '1', '--log-level', 'warning', '--disable-hot-restart'];
  const child = spawn(envoyCommand!, ['-c', file, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (log += text.toString()));
  }
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const kill = (): Promise<unknown> => {
    child.kill('SIGKILL');
    return exited;
  };
  onTestFinished(async () => {
    await kill();
    await rm(folder, { recursive: true });
  });
  let isRunning = true;
  void exited.then(() => (isRunning = false));
  for (;;) {
    if (!isRunning) throw new Error(`Envoy has ended: ${log}`);
    if (await isReady(admin)) break;
  }
  const stat = async (name: string): Promise<number> => {
    const page = await (
      await fetch(`http://127.0.0.1:${String(admin)}/stats?filter=${name}`)
    ).text();
    const line = page.split('\n').find((one) => one.includes(name));
    return Number(line?.split(': ')[1] ?? 0);
  };
  return { url: `http://127.0.0.1:${String(clients)}`, port: clients, stat, log: () => log, kill };
};

const isReady = async (admin: number): Promise<boolean> => {
  try {
    return (await fetch(`http://127.0.0.1:${String(admin)}/ready`)).status === 200;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return false;
  }
};

const unchanged = (yaml: string): string => yaml;

const ENGINE =
  /^( *)- endpoint: \{ address: \{ socket_address: \{ address: 127.0.0.1, port_value: 800\d \} \} \}\n/gm;
const TLS = /^ *# The picker makes a certificate[\s\S]*?UpstreamTlsContext\n/m;

const fill = (text: string, setup: EnvoySetup, clients: number, admin: number): string => {
  const endpoints = setup.engines
    .map(
      (engine) => `              - endpoint: { address: { socket_address: ${address(engine)} } }\n`,
    )
    .join('');
  let isFirst = true;
  const filled = text
    .replace(ENGINE, () => {
      const lines = isFirst ? endpoints : '';
      isFirst = false;
      return lines;
    })
    .replace('{ address: 127.0.0.1, port_value: 9002 }', address(setup.picker))
    .replace('port_value: 10000', `port_value: ${String(clients)}`)
    .replace('port_value: 9901', `port_value: ${String(admin)}`);
  return setup.isTls ? filled : filled.replace(TLS, '');
};

const address = (text: string): string => {
  const [host, port] = text.split(':');
  return `{ address: ${host!}, port_value: ${port!} }`;
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
