import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../core/codec/fault.js';
import { requirePackages } from '../../node/load-package.js';
import { createServerLog } from '../../servers/logging/load-telemetry.js';
import { runServer } from '../../servers/run-server.js';
import {
  addSettingOptions,
  describeVariables,
  flagsOf,
} from '../../servers/settings/setting-options.js';
import { isGiven } from '../../servers/settings/setting-table.js';
import { readUpSettings, type UpServerSettings } from '../../up/up-server-settings.js';
import {
  UP_FLAGS,
  UP_GATEWAY_SETTINGS,
  UP_MEMORY_SETTINGS,
  UP_SECRETS,
  type CommandOptions,
} from '../../up/up-settings.js';
import { memoryHelp, packagesOfStore } from '../memory-settings.js';

/**
 * Adds `homeward up`, which runs gateway and router in one process over engines that are named,
 * until SIGTERM or SIGINT.
 *
 * With `--write` it writes files and ends. Exit status 2 with every fault listed if the
 * configuration is bad or a package is missing, 1 if an address is taken.
 */
export const addUpCommand = (program: Command): void => {
  const command = program
    .command('up')
    .description('run gateway and router in one process over the engines named')
    .addHelpText('after', SECRETS + memoryHelp(UP_MEMORY_SETTINGS) + EXAMPLE)
    .action(run);
  addSettingOptions(command, UP_FLAGS);
};

const SECRETS = `
Environment variables of its own:
${describeVariables(UP_SECRETS)}`;

const EXAMPLE = `
Example:
  homeward up --engine http://10.0.0.1:8000 --engine http://10.0.0.2:8000 --slots 256
  homeward up --demo
`;

const run = async (options: CommandOptions): Promise<void> => {
  const read = readUpSettings(options, process.env);
  if (E.isLeft(read)) return runServer(TE.left(read.left));
  const settings = read.right;
  const { write } = settings.up;
  if (write !== undefined) return writeFiles(write, settings, options);
  const { openUp } = await import('../../up/open-up.js');
  return runServer(
    pipe(
      requireUpPackages(settings, options),
      TE.flatMap(() =>
        openUp(settings, (line) => {
          console.log(line);
        }),
      ),
    ),
  );
};

/**
 * What cannot be done without, and a page of metrics that was asked for. When something is missing
 * that must be there, the page's package is named along with it, asked for or not.
 */
const requireUpPackages = (
  { gateway, lastCluster }: UpServerSettings,
  options: CommandOptions,
): TE.TaskEither<readonly Fault[], void> => {
  const needed = ['undici', ...packagesOfStore(lastCluster)];
  const all = gateway.metrics === 'off' ? needed : [...needed, 'prom-client'];
  const flags = flagsOf(UP_GATEWAY_SETTINGS, options);
  const isPageGiven = isGiven(UP_GATEWAY_SETTINGS, 'metrics', flags, process.env);
  return pipe(
    requirePackages('homeward up', isPageGiven ? all : needed),
    TE.orElse(() => requirePackages('homeward up', all)),
  );
};

const writeFiles = async (
  folder: string,
  settings: UpServerSettings,
  options: CommandOptions,
): Promise<void> => {
  const { writeUp } = await import('../../up/write-up.js');
  const log = createServerLog(settings.gateway.logLevel);
  const written = await writeUp({ folder, settings, options, log })();
  if (E.isLeft(written)) {
    for (const { message } of written.left) console.error(`error: ${message}`);
    process.exitCode = 2;
    return;
  }
  for (const path of written.right) console.log(path);
};
