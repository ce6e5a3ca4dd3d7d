import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { spawnCommand, type StartedCommand } from '../../../support/start-command.js';

/** `homeward picker` as a process of its own, and the folder with its files. */
export type PickerProcess = Readonly<{
  folder: string;
  /** Writes one of its files. */
  write: (name: string, text: string) => void;
  /** `host:port` where the proxy calls. */
  address: string;
  command: StartedCommand;
}>;

/** A fleet document: model `m`, one cluster per endpoint. */
export const clustersOf = (endpoints: Readonly<Record<string, string>>): string =>
  JSON.stringify({
    targets: [
      {
        model_id: 'm',
        clusters: Object.entries(endpoints).map(([cluster_id, endpoint]) => ({
          ...{ cluster_id, rtt_ms: 5 },
          stats: { max_engine_concurrency: 64, last_mean_input_tps: 1_000, max_input_tps: 1_000 },
          backends: [{ id: `${cluster_id}1`, url: `http://${endpoint}` }],
        })),
      },
    ],
  });

/** A folder that ends with the test. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'picker-process-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
};

/** Starts the built command with these files and flags; resolves when it listens. */
export const startPickerProcess = async (
  files: Readonly<Record<string, string>>,
  flags: readonly string[],
  folder = newFolder(),
): Promise<PickerProcess> => {
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const command = spawnCommand(['picker', ...SIDE_DOORS_OFF, ...flags], { cwd: folder });
  onTestFinished(() => void command.child.kill('SIGKILL'));
  const address = (): string | undefined => /grpcs?:\/\/(\S+)/.exec(command.output.out)?.[1];
  await command.printed(() => address() !== undefined);
  return { folder, write, address: address()!, command };
};

const SIDE_DOORS_OFF = ['--admin', 'off', '--metrics', 'off'];
