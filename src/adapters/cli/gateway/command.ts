import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { GATEWAY_SETTINGS } from '../../gateway/server/gateway-settings.js';
import { runServer } from '../../servers/run-server.js';
import { addSettingOptions, flagsOf } from '../../servers/settings/setting-options.js';
import type { Texts } from '../../servers/settings/setting-table.js';
import { memoryHelp, packagesOfStore, readWithMemory } from '../memory-settings.js';
import { requireServerPackages } from '../server-packages.js';

/**
 * Adds `homeward gateway`, which serves clients until SIGTERM or SIGINT.
 *
 * Every setting is a flag and an environment variable; the last-cluster memory has variables only.
 * Exit status 2 with every fault listed if the configuration is bad, 1 if an address is taken.
 */
export const addGatewayCommand = (program: Command): void => {
  const command = program
    .command('gateway')
    .description('run the gateway: keys, models, sessions, and the last-cluster memory')
    .addHelpText('after', memoryHelp() + EXAMPLE)
    .action((options: Texts) => run(flagsOf(GATEWAY_SETTINGS, options)));
  addSettingOptions(command, GATEWAY_SETTINGS);
};

const EXAMPLE = `
Example:
  homeward gateway --models models.json --router http://127.0.0.1:8080
  STARGATE_LAST_CLUSTER_ENABLED=true homeward gateway --models models.json
`;

const run = async (flags: Texts): Promise<void> => {
  const settings = readWithMemory(GATEWAY_SETTINGS, flags);
  const { checkModelFile, openGateway } = await import('../../gateway/server/open-gateway.js');
  if (E.isRight(settings)) {
    const { server, lastCluster } = settings.right;
    const needed = ['undici', ...packagesOfStore(lastCluster)];
    return runServer(
      pipe(
        requireServerPackages('homeward gateway', needed, GATEWAY_SETTINGS, flags, process.env),
        TE.flatMap(() => openGateway({ gateway: server, lastCluster })),
      ),
    );
  }
  // The file is looked at as well, so that one start tells everything there is to mend.
  const { variable, default: usual } = GATEWAY_SETTINGS.models;
  const file = flags['models'] ?? process.env[variable] ?? usual;
  const inFile = file === '' ? [] : await checkModelFile(file);
  return runServer(TE.left([...settings.left, ...inFile]));
};
