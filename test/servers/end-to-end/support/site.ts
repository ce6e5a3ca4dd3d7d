/** Routers, gateways and mock engines that run as processes of their own. */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { spawnCommand, type StartedCommand } from '../../../support/start-command.js';

/** A process that listens. */
export type Server = Readonly<{
  /** The line it printed when it listened. */
  line: string;
  /** Base URL: the first address in that line. */
  url: string;
  child: ChildProcess;
  /** Every line it has printed so far, on either output. */
  lines: readonly string[];
  /** Ends it as a crash would; resolves when it is gone. */
  kill: () => Promise<void>;
}>;

/** A router and its other listeners, base URLs. */
export type RouterProcess = Server & Readonly<{ admin: string; metrics: string }>;

export type GatewayProcess = Server & Readonly<{ metrics: string; modelFile: string }>;

export type Environment = Readonly<Record<string, string>>;

/** What a gateway is started with. */
export type GatewayOptions = Readonly<{
  routerUrl: string;
  /** Entries of its model file. */
  models: readonly object[];
  /** Value of `STARGATE_LAST_CLUSTER_STORE`; without it the memory is off. */
  store?: string;
  environment?: Environment;
}>;

/** Starts processes for the tests of one file; all end with `close`. */
export type Site = Readonly<{
  startEngine: (clusterId: string, ...flags: readonly string[]) => Promise<Server>;
  startRouter: (
    config: object,
    document?: object,
    environment?: Environment,
  ) => Promise<RouterProcess>;
  startGateway: (options: GatewayOptions) => Promise<GatewayProcess>;
  close: () => Promise<void>;
}>;

/** A site without any server yet. */
export const openSite = async (): Promise<Site> => {
  const folder = await mkdtemp(join(tmpdir(), 'homeward-site-'));
  const started = new Set<StartedCommand>();
  let fileCount = 0;
  const writeJson = async (json: object): Promise<string> => {
    const file = join(folder, `${String(fileCount++)}.json`);
    await writeFile(file, JSON.stringify(json));
    return file;
  };
  const start = async (args: readonly string[], environment: Environment = {}): Promise<Server> => {
    const command = spawnCommand(args, { env: environment });
    started.add(command);
    const lines = linesOf(command);
    const url = await command.url();
    const line = command.output.out.split('\n')[0]!;
    return { child: command.child, url, line, lines, kill: () => kill(command) };
  };
  return {
    startEngine: (clusterId, ...flags) =>
      start(['mock-engine', '--cluster-id', clusterId, ...FAST_ENGINE, ...flags]),
    startRouter: async (config, document, environment) => {
      const files = ['--config', await writeJson(config)];
      if (document !== undefined) files.push('--clusters', await writeJson(document));
      const flags = ['--listen', ANY, '--admin', ANY, '--metrics', ANY, '--log-level', 'debug'];
      const server = await start(['router', ...files, ...flags], environment);
      const [, admin, metrics] = /; admin (\S+); metrics (\S+)$/.exec(server.line)!;
      return { ...server, admin: `http://${admin!}`, metrics: `http://${metrics!}` };
    },
    startGateway: async ({ routerUrl, models, store, environment = {} }) => {
      const modelFile = await writeJson({ models });
      const flags = ['--listen', ANY, '--metrics', ANY, '--log-level', 'debug'];
      const args = ['gateway', '--router', routerUrl, '--models', modelFile, ...flags];
      const memory = store === undefined ? {} : memoryOn(store);
      const server = await start(args, { ...memory, ...environment });
      return { ...server, metrics: `http://${/metrics (\S+)$/.exec(server.line)![1]!}`, modelFile };
    },
    close: async () => {
      await Promise.all([...started].map(kill));
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Every line that a command prints from now on, as it comes. */
const linesOf = ({ child }: StartedCommand): readonly string[] => {
  const lines: string[] = [];
  for (const input of [child.stdout!, child.stderr!]) {
    createInterface({ input }).on('line', (line) => lines.push(line));
  }
  return lines;
};

const kill = async ({ child, exit }: StartedCommand): Promise<void> => {
  child.kill('SIGKILL');
  await exit;
};

const ANY = '127.0.0.1:0';

/** An engine of which nothing is seen but where it is. */
const FAST_ENGINE = [
  ...['--model-ids', 'm', '--output-tokens', '2'],
  ...['--prefill-tokens-per-second', '1000000', '--decode-tokens-per-second', '100000'],
];

const memoryOn = (store: string): Environment => ({
  STARGATE_LAST_CLUSTER_ENABLED: 'true',
  STARGATE_LAST_CLUSTER_STORE: store,
});
