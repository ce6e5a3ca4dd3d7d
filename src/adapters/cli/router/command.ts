import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { ROUTER_SETTINGS } from '../../router/server/router-settings.js';
import { runServer } from '../../servers/run-server.js';
import { addSettingOptions, flagsOf } from '../../servers/settings/setting-options.js';
import { readSettings, type Texts } from '../../servers/settings/setting-table.js';
import { requireServerPackages } from '../server-packages.js';

/**
 * Adds `homeward router`, which routes requests to engines until SIGTERM or SIGINT.
 *
 * Every setting is a flag and an environment variable. Exit status 2 with every fault listed if
 * the configuration is bad, 1 if an address is taken.
 */
export const addRouterCommand = (program: Command): void => {
  const command = program
    .command('router')
    .description('run the router: decides which cluster serves a request, and forwards it')
    .addHelpText('after', EXAMPLE)
    .action(async (options: Texts) => {
      const flags = flagsOf(ROUTER_SETTINGS, options);
      const settings = readSettings(ROUTER_SETTINGS, flags, process.env);
      if (E.isLeft(settings)) return runServer(TE.left(settings.left));
      const { openRouter } = await import('../../router/server/open-router.js');
      const packages = requireServerPackages(
        'homeward router',
        ['undici'],
        ROUTER_SETTINGS,
        flags,
        process.env,
      );
      return runServer(
        pipe(
          packages,
          TE.flatMap(() => openRouter(settings.right)),
        ),
      );
    });
  addSettingOptions(command, ROUTER_SETTINGS);
};

const EXAMPLE = `
Example:
  homeward router --config lb-config.json --clusters clusters.json --listen 127.0.0.1:8080

It trusts its callers: let only the gateway reach it.
`;
