import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  LAST_CLUSTER_SETTINGS,
  parseLastClusterSettings,
} from '../gateway/last-cluster/settings.js';
import { PICKER_SETTINGS } from '../picker/server/picker-settings.js';
import { runServer } from '../servers/run-server.js';
import { addSettingOptions, describeVariables, flagsOf } from '../servers/setting-options.js';
import { readSettings, type Texts } from '../servers/setting-table.js';

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
    .addHelpText('after', VARIABLES + EXAMPLE)
    .action((options: Texts) => run(flagsOf(PICKER_SETTINGS, options)));
  addSettingOptions(command, PICKER_SETTINGS);
};

const VARIABLES = `
Environment variables of the last-cluster memory:
${describeVariables(LAST_CLUSTER_SETTINGS)}`;

const EXAMPLE = `
Example:
  homeward picker --config lb-config.json --clusters clusters.json --models models.json
  STARGATE_LAST_CLUSTER_ENABLED=true homeward picker --clusters clusters.json

It trusts its proxy: let only that reach it.
`;

const run = async (flags: Texts): Promise<void> => {
  const picker = readSettings(PICKER_SETTINGS, flags, process.env);
  const lastCluster = parseLastClusterSettings(process.env);
  if (E.isRight(picker) && E.isRight(lastCluster)) {
    const { openPicker } = await import('../picker/server/open-picker.js');
    return runServer(openPicker({ picker: picker.right, lastCluster: lastCluster.right }));
  }
  return runServer(
    TE.left([
      ...(E.isLeft(picker) ? picker.left : []),
      ...(E.isLeft(lastCluster) ? lastCluster.left : []),
    ]),
  );
};
