import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where `.ci/install-servers` puts it. */
const INSTALLED = join(homedir(), '.local/share/homeward-ci/envoy/bin/envoy');

/** The command of a real Envoy; undefined when there is none on this machine. */
export const envoyCommand: string | undefined = [process.env['HOMEWARD_ENVOY'], INSTALLED].find(
  (path) => path !== undefined && existsSync(path),
);

/** Why tests with a real Envoy are skipped, for the log. */
export const NO_ENVOY =
  'no Envoy on this machine: run .ci/install-servers, or name one in HOMEWARD_ENVOY';

if (envoyCommand === undefined) console.warn(`skipped: ${NO_ENVOY}`);
else if (spawnSync(envoyCommand, ['--version']).status !== 0) {
  throw new Error(`${envoyCommand} --version fails`);
}
