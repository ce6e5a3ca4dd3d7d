/** A picker server from its settings: what `homeward picker` runs. */
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { counted } from '../../../core/codec/counted.js';
import type { Fault } from '../../../core/codec/fault.js';
import { openFileDirectory, type FileDirectory } from '../../gateway/directory/file-directory.js';
import type { LastClusterSettings } from '../../gateway/last-cluster/settings.js';
import {
  createLastClusterTracker,
  type LastClusterTracker,
} from '../../gateway/last-cluster/tracker.js';
import { createInputEstimate } from '../../gateway/request/prompt.js';
import { faultsInFile } from '../../gateway/server/faults-in-file.js';
import { openMemoryStore } from '../../gateway/server/open-memory.js';
import type { Router } from '../../router/routing/create-router.js';
import { openRouting } from '../../router/server/open-routing.js';
import { readRoutingFiles, type RoutingConfig } from '../../router/server/routing-files.js';
import { readinessOf } from '../../router/server/readiness.js';
import { loadTelemetry, type ServerTelemetry } from '../../servers/logging/load-telemetry.js';
import type { RunningServer } from '../../servers/run-server.js';
import type { LastClusterStore } from '../../stores/port.js';
import type { Log, Telemetry } from '../../telemetry/port.js';
import { createOneAtATime } from '../../time/turns.js';
import { createFleetDirectory } from '../accept/fleet-directory.js';
import { createGatewayRules } from '../accept/gateway-rules.js';
import type { AcceptRules } from '../accept/port.js';
import { createRouterRules } from '../accept/router-rules.js';
import { loadWireCodec, type WireCodec } from '../wire/wire-codec.js';
import { openTls, type KeyPair } from './open-tls.js';
import { startPickerServer, type PickerServer } from './picker-server.js';
import type { PickerSettings } from './picker-settings.js';

/** Everything a picker server is set up with. */
export type PickerServerSettings = Readonly<{
  picker: PickerSettings;
  lastCluster: LastClusterSettings;
}>;

/** What a picker stands on. */
type Dependencies = Readonly<{
  config: RoutingConfig;
  codec: WireCodec;
  tls: KeyPair | undefined;
  /** Undefined: every model of the fleet is open. */
  directory: FileDirectory | undefined;
  store: LastClusterStore | undefined;
}>;

/**
 * Opens everything the settings name; left with every fault of it, and then nothing stays open.
 *
 * Rejects when an address is taken.
 */
export const openPicker =
  (settings: PickerServerSettings): TE.TaskEither<readonly Fault[], RunningServer> =>
  async () => {
    const reporting = await loadTelemetry(['router', 'gateway'], settings.picker.logLevel);
    const dependencies = await openDependencies(settings, reporting.telemetry);
    return E.isLeft(dependencies)
      ? dependencies
      : E.right(await start(settings, reporting, dependencies.right));
  };

const openDependencies = async (
  { picker, lastCluster }: PickerServerSettings,
  telemetry: Telemetry,
): Promise<E.Either<readonly Fault[], Dependencies>> => {
  const [config, codec, tls, directory, store] = await Promise.all([
    readRoutingFiles(picker)(),
    loadWireCodec()(),
    openTls(picker)(),
    openDirectory(picker.models, telemetry),
    openMemoryStore(lastCluster)(),
  ]);
  if (E.isRight(config) && E.isRight(codec) && E.isRight(tls)) {
    if (E.isRight(directory) && E.isRight(store)) {
      const opened = { directory: directory.right, store: store.right };
      return E.right({ config: config.right, codec: codec.right, tls: tls.right, ...opened });
    }
  }
  if (E.isRight(directory)) await directory.right?.close();
  if (E.isRight(store)) await store.right?.close();
  return E.left([
    ...(E.isLeft(config) ? config.left : []),
    ...(E.isLeft(codec) ? [codec.left] : []),
    ...(E.isLeft(tls) ? tls.left : []),
    ...(E.isLeft(directory) ? directory.left : []),
    ...(E.isLeft(store) ? [store.left] : []),
  ]);
};

const openDirectory = async (
  file: string | undefined,
  { log, metrics }: Telemetry,
): Promise<E.Either<readonly Fault[], FileDirectory | undefined>> => {
  if (file === undefined) return E.right(undefined);
  const opened = await openFileDirectory({ file, log, metrics })();
  return E.isLeft(opened) ? E.left(faultsInFile(file, opened.left)) : opened;
};

const start = async (
  { picker: settings, lastCluster }: PickerServerSettings,
  { telemetry, metrics }: ServerTelemetry,
  { config, codec, tls, directory, store }: Dependencies,
): Promise<RunningServer> => {
  const { router, accept, reload, closeRecords } = openRouting(settings, config, telemetry);
  const memory = store && createLastClusterTracker({ ...lastCluster, store, telemetry });
  const closeDependencies = async (): Promise<void> => {
    await memory?.drain();
    await Promise.all([store?.close(), directory?.close(), closeRecords()]);
  };
  const hasPage = settings.metrics !== 'off' && metrics !== undefined;
  try {
    const server = await startPickerServer({
      ...{ router, codec, tls, accept, listen: settings.listen },
      rules: rulesOf(settings, router, telemetry, directory, memory),
      admin: settings.admin === 'off' ? undefined : settings.admin,
      metrics: hasPage ? { address: settings.metrics, page: metrics } : undefined,
      limits: limitsOf(settings),
    });
    const tlsInTurn = createOneAtATime();
    const stop = async (): Promise<void> => {
      await server.stop();
      await closeDependencies();
    };
    return {
      ...{ description: describe(server, settings, lastCluster), stop },
      reload: async () => {
        directory?.reload();
        const replaceTls = (): Promise<void> => reloadTls(settings, server, telemetry.log);
        await Promise.all([reload(), tlsInTurn(replaceTls)]);
      },
    };
  } catch (error) {
    await closeDependencies();
    throw error;
  }
};

/** Certificates are renewed while the picker runs. */
const reloadTls = async (settings: PickerSettings, server: PickerServer, log: Log) => {
  if (settings.tls !== 'files') return;
  const file = settings.tlsCert;
  const read = await openTls(settings)();
  if (E.isLeft(read)) {
    log.warn('config_rejected', { file, errors: read.left.map(({ message }) => message) });
    return;
  }
  if (read.right !== undefined) server.grpc.replaceTls(read.right);
  log.info('config_loaded', { file });
};

const rulesOf = (
  settings: PickerSettings,
  router: Router,
  telemetry: Telemetry,
  directory: FileDirectory | undefined,
  memory: LastClusterTracker | undefined,
): AcceptRules =>
  settings.trust === 'headers'
    ? createRouterRules(router)
    : createGatewayRules({
        ...{ memory, telemetry, model: settings.sessionHeaderModel, maxWaitMs: settings.maxWait },
        estimateInputTokens: createInputEstimate(settings.imageTokens),
        sessions: { fallback: settings.sessionFallback, scope: settings.sessionScope },
        directory: directory ?? createFleetDirectory(router.runtime),
        isReady: () => readinessOf(router, {}).isReady,
      });

/** Largest headers of a request on the listeners for operators. */
const MAX_HEADER_BYTES = 32 * 1024;

const limitsOf = (settings: PickerSettings) => ({
  maxBodyBytes: settings.maxBody,
  bodyBudgetBytes: settings.bodyBudget,
  maxFallbacks: settings.fallbacks,
  silenceMs: settings.silence,
  patienceAfterMs: settings.patienceAfter,
  patienceMs: settings.patience,
  maxHeaderBytes: MAX_HEADER_BYTES,
  headersTimeoutMs: settings.silence,
  keepAliveMs: settings.keepAlive,
  drainDelayMs: settings.shutdownDelay,
  shutdownGraceMs: settings.shutdownGrace,
});

const describe = (
  { addresses, router }: PickerServer,
  { tls, trust, metrics }: PickerSettings,
  { isEnabled, store }: LastClusterSettings,
): string => {
  const { listen, admin = 'off' } = addresses;
  const targets = counted(router.runtime.targets().length, 'target');
  const missing = metrics === 'off' ? 'off' : 'off (the package prom-client is not installed)';
  const memory = isEnabled && trust === 'nobody' ? store.kind : 'off';
  const scheme = tls === 'off' ? 'grpc' : 'grpcs';
  return `homeward picker listening on ${scheme}://${listen} (${targets}); last-cluster memory ${memory}; admin ${admin}; metrics ${addresses.metrics ?? missing}`;
};
