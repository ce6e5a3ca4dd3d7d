/** A gateway server from its settings: what `homeward gateway` runs. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { fault, type Fault } from '../../../core/fault.js';
import type { LastClusterSettings } from '../../last-cluster/settings.js';
import { createLastClusterTracker, type LastClusterTracker } from '../../last-cluster/tracker.js';
import { loadTelemetry, type ServerTelemetry } from '../../servers/load-telemetry.js';
import type { RunningServer } from '../../servers/run-server.js';
import { openStore } from '../../stores/from-url.js';
import type { LastClusterStore, StoreError } from '../../stores/port.js';
import { openFileDirectory, type FileDirectory } from '../directory/file-directory.js';
import { createGateway } from '../serve/gateway.js';
import { openRouterLink, type RouterLink } from '../serve/router-link.js';
import type { GatewaySettings } from './gateway-settings.js';
import { startHttpListener, type HttpLimits, type HttpListener } from './http-listener.js';
import { serveMetricsPage } from './metrics-page.js';

/** Everything a gateway server is set up with. */
export type ServerSettings = Readonly<{
  gateway: GatewaySettings;
  lastCluster: LastClusterSettings;
}>;

/** What a gateway stands on. */
type Ground = Readonly<{
  directory: FileDirectory;
  link: RouterLink;
  store: LastClusterStore | undefined;
}>;

/**
 * Opens everything the settings name; left with every fault of it, and then nothing stays open.
 *
 * Rejects when an address is taken.
 */
export const openGateway =
  (settings: ServerSettings): TE.TaskEither<readonly Fault[], RunningServer> =>
  async () => {
    const reporting = await loadTelemetry('gateway', settings.gateway.logLevel);
    const ground = await openGround(settings, reporting);
    if (E.isLeft(ground)) return ground;
    return E.right(await start(settings, reporting, ground.right));
  };

const openGround = async (
  { gateway, lastCluster }: ServerSettings,
  { telemetry: { log } }: ServerTelemetry,
): Promise<E.Either<readonly Fault[], Ground>> => {
  const [directory, link, store] = await Promise.all([
    openFileDirectory({ file: gateway.models, log })(),
    openRouterLink({
      url: gateway.router,
      connectTimeoutMs: gateway.connectTimeout,
      responseTimeoutMs: gateway.responseTimeout,
      silenceTimeoutMs: gateway.silenceTimeout,
    })(),
    openMemoryStore(lastCluster)(),
  ]);
  if (E.isRight(directory) && E.isRight(link) && E.isRight(store)) {
    return E.right({ directory: directory.right, link: link.right, store: store.right });
  }
  await Promise.all([
    E.isRight(directory) && directory.right.close(),
    E.isRight(link) && link.right.close(),
    E.isRight(store) && store.right?.close(),
  ]);
  return E.left([
    ...(E.isLeft(directory) ? directory.left.map((one) => inFile(gateway.models, one)) : []),
    ...(E.isLeft(link) ? [link.left] : []),
    ...(E.isLeft(store) ? [store.left] : []),
  ]);
};

const inFile = (file: string, one: Fault): Fault => ({
  ...one,
  message: one.message.includes(file) ? one.message : `${file}: ${one.message}`,
});
