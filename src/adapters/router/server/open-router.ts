/** A router server from its settings: what `homeward router` runs. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { counted } from '../../../core/codec/counted.js';
import type { Fault } from '../../../core/codec/fault.js';
import { createAccessLog } from '../../servers/logging/access-log.js';
import { loadTelemetry, type ServerTelemetry } from '../../servers/logging/load-telemetry.js';
import type { RunningServer } from '../../servers/run-server.js';
import type { Router } from '../routing/create-router.js';
import { openRouting } from './open-routing.js';
import { startRouterServer, type RouterServer } from './router-server.js';
import type { RouterSettings } from './router-settings.js';
import { limitsOf } from './server-limits.js';
import { readRoutingFiles, type HeldRouting, type RoutingConfig } from './routing-files.js';

/** What a process that runs more than a router hands in. */
export type RouterParts = Readonly<{
  /** Default: one of its own. */
  reporting?: ServerTelemetry;
  /** What is not in files. Default: nothing. */
  held?: HeldRouting;
}>;

/** A router server that listens, as a part of a process. */
export type OpenedRouter = RunningServer &
  Readonly<{
    router: Router;
    addresses: RouterServer['addresses'];
    /** The routing configuration was refused when it was read last. */
    isConfigRefused: () => boolean;
  }>;

/** Opens everything the settings name; left with every fault of their files. */
export const openRouter = (
  settings: RouterSettings,
  parts: RouterParts = {},
): TE.TaskEither<readonly Fault[], OpenedRouter> =>
  pipe(
    readRoutingFiles(settings, parts.held),
    TE.chain((config) => start(settings, config, parts)),
  );

const start =
  (
    settings: RouterSettings,
    config: RoutingConfig,
    { reporting, held }: RouterParts,
  ): TE.TaskEither<readonly Fault[], OpenedRouter> =>
  async () => {
    const { telemetry, metrics } =
      reporting ?? (await loadTelemetry(['router'], settings.logLevel));
    const { router, accept, reload, isConfigRefused, closeRecords } = openRouting(
      ...([settings, config, telemetry, held] as const),
    );
    const hasPage = settings.metrics !== 'off' && metrics !== undefined;
    const started = await startRouterServer({
      router,
      listen: settings.listen,
      admin: settings.admin === 'off' ? undefined : settings.admin,
      metrics: hasPage ? { address: settings.metrics, page: metrics } : undefined,
      adminHosts: settings.adminHosts,
      accessLog: createAccessLog(settings.accessLog),
      ...{ accept, isConfigRefused },
      limits: limitsOf(settings),
    })();
    return pipe(
      started,
      E.map((server) => ({
        description: describe(server, settings),
        router,
        addresses: server.addresses,
        ...{ reload, isConfigRefused },
        stop: async () => {
          await server.stop();
          await closeRecords();
        },
      })),
    );
  };

const describe = ({ addresses, router }: RouterServer, settings: RouterSettings): string => {
  const { listen, admin = 'off', metrics } = addresses;
  const targets = counted(router.runtime.targets().length, 'target');
  const isOff = settings.metrics === 'off';
  const page = metrics ?? (isOff ? 'off' : 'off (the package prom-client is not installed)');
  return `homeward router listening on http://${listen} (${targets}); admin ${admin}; metrics ${page}`;
};
