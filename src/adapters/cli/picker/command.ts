import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { PICKER_SETTINGS } from '../../picker/server/picker-settings.js';
import { runServer } from '../../servers/run-server.js';
import { addSettingOptions, flagsOf } from '../../servers/settings/setting-options.js';
import type { Texts } from '../../servers/settings/setting-table.js';
import { memoryHelp, packagesOfStore, readWithMemory } from '../memory-settings.js';
import { requireServerPackages } from '../server-packages.js';

/**
 * Adds `homeward picker`, which tells a proxy where requests go until SIGTERM or SIGINT.
 *
 * Every setting is a flag and an environment variable; the last-cluster memory has variables only.
 * Exit status 2 with every fault listed if the configuration is bad, 1 if an address is taken.
 */
export const addPickerCommand = (program: Command): void => {
  const command = program
    .command('picker')
    .description('run the endpoint picker: Envoy carries the bytes, homeward decides where to')
    .addHelpText('after', memoryHelp() + EXAMPLE)
    .action((options: Texts) => run(flagsOf(PICKER_SETTINGS, options)));
  addSettingOptions(command, PICKER_SETTINGS);
};

const EXAMPLE = `
Example:
  homeward picker --config lb-config.json --clusters clusters.json --models models.json
  STARGATE_LAST_CLUSTER_ENABLED=true homeward picker --clusters clusters.json

It trusts its proxy: let only that reach it.
`;

const run = async (flags: Texts): Promise<void> => {
  const settings = readWithMemory(PICKER_SETTINGS, flags);
  if (E.isLeft(settings)) return runServer(TE.left(settings.left));
  const { server, lastCluster } = settings.right;
  const needed = [
    'protobufjs',
    ...(server.tls === 'self-signed' ? ['selfsigned'] : []),
    ...packagesOfStore(lastCluster),
  ];
  const { openPicker } = await import('../../picker/server/open-picker.js');
  return runServer(
    pipe(
      requireServerPackages('homeward picker', needed, PICKER_SETTINGS, flags, process.env),
      TE.flatMap(() => openPicker({ picker: server, lastCluster })),
    ),
  );
};
