/** A gateway server from its settings: what `homeward gateway` runs. */
import * as E from 'fp-ts/lib/Either.js';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { counted } from '../../../core/codec/counted.js';
import type { Fault } from '../../../core/codec/fault.js';
import { describeStore, type LastClusterSettings } from '../last-cluster/settings.js';
import { createLastClusterTracker } from '../last-cluster/tracker.js';
import { loadTelemetry, type ServerTelemetry } from '../../servers/logging/load-telemetry.js';
import { createAccessLog } from '../../servers/logging/access-log.js';
import { createListenerGroup } from '../../servers/listen/listener-group.js';
import type { ListenerLimits } from '../../servers/listen/listener.js';
import { serveMetricsPage } from '../../servers/listen/metrics-page.js';
import type { RunningServer } from '../../servers/run-server.js';
import type { LastClusterStore } from '../../stores/port.js';
import type { Telemetry } from '../../telemetry/port.js';
import { openFileDirectory, readModels, type FileDirectory } from '../directory/file-directory.js';
import type { ListEntry } from '../directory/list-directory.js';
import { renderGatewayFault } from '../gateway-error.js';
import { createInputEstimate } from '../request/prompt.js';
import { createGateway } from '../serve/gateway.js';
import { openRouterLink, type RouterLink } from '../serve/router-link.js';
import { faultsInFile } from './faults-in-file.js';
import type { GatewaySettings } from './gateway-settings.js';
import { openMemoryStore } from './open-memory.js';

/** Everything a gateway server is set up with. */
export type ServerSettings = Readonly<{
  gateway: GatewaySettings;
  lastCluster: LastClusterSettings;
}>;

/** What a process that runs more than a gateway hands in. */
export type GatewayParts = Readonly<{
  /** Default: telemetry of its own. */
  reporting?: ServerTelemetry;
  /** In place of the model file. */
  directory?: FileDirectory | undefined;
  /** Whether what stands behind the gateway can serve; `/readyz` says no otherwise. Default: yes. */
  isServed?: () => boolean;
  /** What `/readyz` tells besides of what stands behind the gateway, a line each. */
  remarks?: () => readonly string[];
}>;

/** A gateway server that listens, as a part of a process. */
export type OpenedGateway = RunningServer &
  Readonly<{
    addresses: Readonly<{ listen: string; metrics: string | undefined }>;
    /** The models as they are listed now. */
    models: () => readonly ListEntry[];
  }>;

/** What a gateway stands on. */
type Dependencies = Readonly<{
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
  (
    settings: ServerSettings,
    parts: GatewayParts = {},
  ): TE.TaskEither<readonly Fault[], OpenedGateway> =>
  async () => {
    const reporting =
      parts.reporting ?? (await loadTelemetry(['gateway'], settings.gateway.logLevel));
    const dependencies = await openDependencies(settings, reporting.telemetry, parts.directory);
    return E.isLeft(dependencies)
      ? dependencies
      : E.right(await start(settings, reporting, dependencies.right, parts));
  };

/** What is wrong with a model file; nothing when it is well. */
export const checkModelFile = async (file: string): Promise<readonly Fault[]> => {
  const read = await readModels(file)();
  return E.isLeft(read) ? faultsInFile(file, read.left.faults) : [];
};

const openDependencies = async (
  { gateway, lastCluster }: ServerSettings,
  { log, metrics }: Telemetry,
  given: FileDirectory | undefined,
): Promise<E.Either<readonly Fault[], Dependencies>> => {
  const [directory, link, store] = await Promise.all([
    given === undefined
      ? openFileDirectory({ file: gateway.models, log, metrics })()
      : E.right(given),
    openRouterLink({
      url: gateway.router,
      connectTimeoutMs: gateway.connectTimeout,
      responseTimeoutMs: gateway.responseTimeout,
      silenceTimeoutMs: gateway.silenceTimeout,
      maxResponseHeaderBytes: gateway.maxResponseHeaders,
    })(),
    openMemoryStore(lastCluster)(),
  ]);
  if (E.isRight(directory) && E.isRight(link) && E.isRight(store)) {
    return E.right({ directory: directory.right, link: link.right, store: store.right });
  }
  if (E.isRight(directory)) await directory.right.close();
  if (E.isRight(link)) await link.right.close();
  if (E.isRight(store)) await store.right?.close();
  return E.left([
    ...(E.isLeft(directory) ? faultsInFile(gateway.models, directory.left) : []),
    ...(E.isLeft(link) ? [link.left] : []),
    ...(E.isLeft(store) ? [store.left] : []),
  ]);
};

const start = async (
  settings: ServerSettings,
  { telemetry, metrics }: ServerTelemetry,
  dependencies: Dependencies,
  { isServed = () => true, remarks = () => [] }: GatewayParts,
): Promise<OpenedGateway> => {
  const { gateway, lastCluster } = settings;
  const { directory, link, store } = dependencies;
  let isStopping = false;
  const memory = store && createLastClusterTracker({ ...lastCluster, store, telemetry });
  const { handle, noteRefused } = createGateway({
    ...{ directory, router: link, memory, telemetry },
    ...{ maxBodyBytes: gateway.maxBody, bodyBudgetBytes: gateway.bodyBudget },
    estimateInputTokens: createInputEstimate(gateway.imageTokens),
    sessions: { fallback: gateway.sessionFallback, scope: gateway.sessionScope },
    ...{ clientIdleMs: gateway.clientIdle, maxWaitMs: gateway.maxWait },
    isClusterExposed: gateway.exposeCluster === 'on',
    corsOrigins: gateway.corsOrigin,
    accessLog: createAccessLog(gateway.accessLog),
    isReady: () => !isStopping && isServed(),
    remarks: () => [
      ...(directory.isRefused()
        ? ['the model file is refused; the version before it is used']
        : []),
      ...(memory?.isFailing() === true ? ['the store of the last-cluster memory fails'] : []),
      ...remarks(),
    ],
  });
  const listeners = createListenerGroup(limitsOf(gateway), renderGatewayFault);
  const stop = async (): Promise<void> => {
    isStopping = true;
    if (gateway.shutdownDelay > 0) await sleep(gateway.shutdownDelay);
    await listeners.close(gateway.shutdownGrace);
    await memory?.drain();
    await Promise.all([store?.close(), link.close(), directory.close()]);
    telemetry.log.info('server_stopped', { server: 'gateway' });
  };
  try {
    const hasPage = gateway.metrics !== 'off' && metrics !== undefined;
    const page = hasPage
      ? await listeners.open(gateway.metrics, serveMetricsPage(metrics, renderGatewayFault))
      : undefined;
    const main = await listeners.open(gateway.listen, handle, noteRefused);
    telemetry.log.info('server_listening', { server: 'gateway', listen: main, metrics: page });
    return {
      description: describe(settings, main, page, directory.modelCount()),
      addresses: { listen: main, metrics: page },
      models: directory.entries,
      stop,
      reload: async () => {
        directory.reload();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

const limitsOf = (gateway: GatewaySettings): ListenerLimits => ({
  maxBytes: gateway.maxBody,
  maxHeaderBytes: gateway.maxHeaders,
  headersTimeoutMs: gateway.clientIdle,
  keepAliveMs: gateway.keepAlive,
});

const describe = (
  { gateway, lastCluster: { isEnabled, store } }: ServerSettings,
  main: string,
  page: string | undefined,
  modelCount: number,
): string => {
  const models = `${counted(modelCount, 'model')} of ${gateway.models}`;
  const isOff = gateway.metrics === 'off';
  const missing = isOff ? 'off' : 'off (the package prom-client is not installed)';
  const memory = isEnabled ? describeStore(store) : 'off';
  return `homeward gateway listening on http://${main} (${models}); router ${gateway.router}; last-cluster memory ${memory}; metrics ${page ?? missing}`;
};
