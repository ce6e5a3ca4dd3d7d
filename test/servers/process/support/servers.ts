/** The three servers as commands, each with a file that it follows. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startCommand, type StartedCommand } from '../../../support/start-command.js';

/** A server that runs, and the file that it follows. */
export type RunningCommand = Readonly<{
  command: StartedCommand;
  folder: string;
  /** Models that it knows now. */
  models: () => Promise<readonly string[]>;
  /** Puts a good file with one model in the place of the file, or a text that is none. */
  replace: (content: Readonly<{ model: string } | { text: string }>) => void;
  /** Puts a pipe there. */
  replaceByPipe: () => void;
  /** Resolves when an event was logged so many times. */
  logged: (event: string, count?: number) => Promise<void>;
  /** The event of a version of the file that is refused. */
  rejection: string;
}>;

type Server = Readonly<{
  file: string;
  args: readonly string[];
  rejection: string;
  contentOf: (model: string) => object;
  models: (printed: string) => Promise<readonly string[]>;
}>;

const fleetOf = (model: string): object => ({
  targets: [
    {
      model_id: model,
      clusters: [
        { cluster_id: 'A', rtt_ms: 5, backends: [{ id: 'a1', url: 'http://127.0.0.1:9' }] },
      ],
    },
  ],
});

/** By the listener for operators. */
const modelsOfFleet = async (printed: string): Promise<readonly string[]> => {
  const address = /admin (\S+);/.exec(printed)![1]!;
  const response = await fetch(`http://${address}/debug/state`);
  const { backends } = (await response.json()) as { backends: { model: string }[] };
  return backends.map(({ model }) => model);
};

const PORTS = ['--listen', '0', '--metrics', 'off'];

const SERVERS: Readonly<Record<ServerName, Server>> = {
  router: {
    file: 'clusters.json',
    args: ['router', ...PORTS, '--admin', '0', '--clusters', 'clusters.json'],
    rejection: 'snapshot_rejected',
    contentOf: fleetOf,
    models: modelsOfFleet,
  },
  gateway: {
    file: 'models.json',
    args: ['gateway', ...PORTS, '--models', 'models.json', '--router', 'http://127.0.0.1:9'],
    rejection: 'model_directory_rejected',
    contentOf: (model) => ({ models: [{ model }] }),
    models: async (printed) => {
      const url = /listening on (\S+) /.exec(printed)![1]!;
      const { data } = (await (await fetch(`${url}/v1/models`)).json()) as {
        data: { id: string }[];
      };
      return data.map(({ id }) => id);
    },
  },
  picker: {
    file: 'clusters.json',
    args: [
      ...['picker', ...PORTS, '--admin', '0', '--clusters', 'clusters.json'],
      ...['--shutdown-delay', '1ms'],
    ],
    rejection: 'snapshot_rejected',
    contentOf: fleetOf,
    models: modelsOfFleet,
  },
};

export const SERVER_NAMES = ['router', 'gateway', 'picker'] as const;

export type ServerName = (typeof SERVER_NAMES)[number];

/** How a server is started. */
export type ServerOptions = Readonly<{
  flags?: readonly string[];
  /** A module of this folder that is loaded before the program. */
  preload?: 'hanging-pipes' | 'unwatched-files';
  /** A command that starts it. */
  within?: readonly string[];
  /** Files beside the one that is followed. */
  files?: Readonly<Record<string, string>>;
}>;

/** Starts a server that knows the model `first`; resolves when it listens. */
export const startServerCommand = async (
  name: ServerName,
  { flags, preload, within, files = {} }: ServerOptions = {},
): Promise<RunningCommand> => {
  const { file, args, contentOf, models, rejection } = SERVERS[name];
  const folder = mkdtempSync(join(tmpdir(), `${name}-process-`));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, file);
  // As careful writers do: nobody sees a half of it.
  const put = (text: string): void => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  };
  put(JSON.stringify(contentOf('first')));
  for (const [other, text] of Object.entries(files)) writeFileSync(join(folder, other), text);
  const isPlain = name === 'picker' && !flags?.includes('--tls');
  const all = [...args, ...(isPlain ? ['--tls', 'off'] : []), ...(flags ?? [])];
  const command = startCommand(all, {
    ...{ cwd: folder, ...(within && { within }) },
    ...(preload && {
      env: { NODE_OPTIONS: `--import ${join(import.meta.dirname, `${preload}.mjs`)}` },
    }),
  });
  await command.printed(({ out }) => out.includes('listening on'));
  return {
    ...{ command, folder, rejection },
    models: () => models(command.output.out),
    replace: (content) => {
      put('text' in content ? content.text : JSON.stringify(contentOf(content.model)));
    },
    replaceByPipe: () => {
      execFileSync('mkfifo', [`${path}.pipe`]);
      renameSync(`${path}.pipe`, path);
    },
    logged: (event, count = 1) =>
      command.printed(({ err }) => err.split(`"event":"${event}"`).length > count),
  };
};
