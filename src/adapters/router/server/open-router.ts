/** A router server from its settings: what `homeward router` runs. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Checked } from '../../../core/config/algorithm-codec.js';
import { DEFAULT_LB_CONFIG, parseLbConfig, type LbConfig } from '../../../core/config/config.js';
import type { Fault } from '../../../core/codec/fault.js';
import { parseJsonText } from '../../../core/codec/json-text.js';
import { parseFleetDocument } from '../../fleet/document/fleet-document.js';
import { createFleet } from '../../fleet/fleet.js';
import { checkRecordFile, createFileRecorder } from '../../records/index.js';
import { createEngine } from '../../runtime/index.js';
import { loadTelemetry } from '../../servers/load-telemetry.js';
import type { RunningServer } from '../../servers/run-server.js';
import { readTextFile } from '../../node/read-text-file.js';
import { createFileSource } from '../../fleet/sources/file-source.js';
import { createHttpSource } from '../../fleet/sources/http-source.js';
import { createPushSource, type PushSource } from '../../fleet/sources/push-source.js';
import type { DocumentSource } from '../../fleet/sources/document-source.js';
import type { Log } from '../../telemetry/port.js';
import { createRouter } from '../routing/create-router.js';
import { REPLAY_MAX_BYTES } from '../proxy/outgoing-body.js';
import { startRouterServer, type RouterServer } from './router-server.js';
import type { RouterSettings } from './router-settings.js';

/** Opens everything the settings name; left with every fault of their files. */
export const openRouter = (
  settings: RouterSettings,
): TE.TaskEither<readonly Fault[], RunningServer> =>
  pipe(
    readFiles(settings),
    TE.chain((config) => start(settings, config)),
  );

/** All files are opened, so that the faults of all are told at once. */
const readFiles = (settings: RouterSettings): TE.TaskEither<readonly Fault[], Config> => {
  const { config, clusters, record } = settings;
  return async () => {
    const [read, fleet, recordable] = await Promise.all([
      config === undefined ? E.right(BUILT_IN) : readJsonFile(config, parseLbConfig),
      clusters === undefined ? E.right(undefined) : readJsonFile(clusters, parseFleetDocument),
      record === undefined ? E.right(undefined) : checkRecordFile(record)(),
    ]);
    const faults = [read, fleet, recordable].flatMap((one) => (E.isLeft(one) ? one.left : []));
    return E.isRight(read) && faults.length === 0 ? read : E.left(faults);
  };
};

type Config = Checked<LbConfig>;

const BUILT_IN: Config = { config: DEFAULT_LB_CONFIG, warnings: [] };

/** Largest file that is read at the start. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

const readJsonFile = async <A>(
  path: string,
  parse: (json: unknown) => E.Either<readonly Fault[], A>,
): Promise<E.Either<readonly Fault[], A>> => {
  const text = await readTextFile(path, MAX_FILE_BYTES);
  if (E.isLeft(text)) return E.left([text.left]);
  return pipe(
    parseJsonText(text.right),
    E.flatMap(parse),
    E.mapLeft((faults) => faults.map((one) => ({ ...one, message: `${path}: ${one.message}` }))),
  );
};

const start =
  (
    settings: RouterSettings,
    { config, warnings }: Config,
  ): TE.TaskEither<readonly Fault[], RunningServer> =>
  async () => {
    const { telemetry, metrics } = await loadTelemetry('router', settings.logLevel);
    noteConfig(telemetry.log, settings, warnings);
    const push = createPushSource();
    const fleet = createFleet({
      sources: sourcesOf(settings, push),
      telemetry,
      settings: {
        staleAfterMs: settings.staleAfter,
        dropAfterMs: settings.dropAfter,
        assumedInputTps: settings.assumedInputTps,
      },
    });
    const recorder =
      settings.record === undefined
        ? undefined
        : createFileRecorder(settings.record, settings.recordRate, telemetry.log);
    const runtime = createEngine({ config, telemetry, record: recorder?.record });
    const hasPage = settings.metrics !== 'off' && metrics !== undefined;
    const started = await startRouterServer({
      router: createRouter({ runtime, fleet, telemetry }),
      listen: settings.listen,
      admin: settings.admin === 'off' ? undefined : settings.admin,
      metrics: hasPage ? { address: settings.metrics, page: metrics } : undefined,
      accept: push.accept,
      limits: limitsOf(settings),
    })();
    return pipe(
      started,
      E.map((server) => ({
        description: describe(server, settings),
        stop: async () => {
          await server.stop();
          await recorder?.close();
        },
      })),
    );
  };

const noteConfig = (log: Log, { config }: RouterSettings, warnings: Config['warnings']): void => {
  log.info('config_loaded', {
    file: config ?? null,
    warnings: warnings.map(({ message }) => message),
  });
};

/** Of two that list one target, the later has it: what is pushed wins over what is read. */
const sourcesOf = (settings: RouterSettings, push: PushSource): readonly DocumentSource[] => {
  const { clusters, clustersUrl, clustersInterval } = settings;
  return [
    ...(clusters === undefined ? [] : [createFileSource({ path: clusters })]),
    ...(clustersUrl === undefined
      ? []
      : [createHttpSource({ url: clustersUrl, intervalMs: clustersInterval })]),
    push,
  ];
};

const limitsOf = (settings: RouterSettings) => ({
  keepBytes: REPLAY_MAX_BYTES,
  maxBytes: settings.maxBody,
  idleMs: settings.clientIdle,
  maxHeaderBytes: settings.maxHeaders,
  headersTimeoutMs: settings.clientIdle,
  keepAliveMs: settings.keepAlive,
  connectTimeoutMs: settings.connectTimeout,
  responseTimeoutMs: settings.responseTimeout,
  silenceTimeoutMs: settings.silenceTimeout,
  shutdownGraceMs: settings.shutdownGrace,
});

const describe = ({ addresses, router }: RouterServer, settings: RouterSettings): string => {
  const { listen, admin = 'off', metrics } = addresses;
  const targets = `${String(router.runtime.targets().length)} targets`;
  const isOff = settings.metrics === 'off';
  const page = metrics ?? (isOff ? 'off' : 'off (the package prom-client is not installed)');
  return `homeward router listening on http://${listen} (${targets}); admin ${admin}; metrics ${page}`;
};
