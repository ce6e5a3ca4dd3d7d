/** What decides, from settings: configuration, fleet, router and records; router and picker share it. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Checked } from '../../../core/config/algorithm-codec.js';
import { parseLbConfig } from '../../../core/config/config-codec.js';
import { DEFAULT_LB_CONFIG, type LbConfig } from '../../../core/config/config.js';
import type { Fault } from '../../../core/codec/fault.js';
import { parseJsonText } from '../../../core/codec/json-text.js';
import { parseFleetDocument } from '../../fleet/document/fleet-document.js';
import { createFleet } from '../../fleet/fleet.js';
import { createFileSource } from '../../fleet/sources/file-source.js';
import { createHttpSource } from '../../fleet/sources/http-source.js';
import { createPushSource, type PushSource } from '../../fleet/sources/push-source.js';
import type { DocumentSource } from '../../fleet/sources/document-source.js';
import { readTextFile } from '../../node/read-text-file.js';
import { checkRecordFile, createFileRecorder } from '../../records/index.js';
import { createEngine } from '../../runtime/index.js';
import type { Log, Telemetry } from '../../telemetry/port.js';
import { createRouter, type Router } from '../routing/create-router.js';
import type { AcceptDocument } from './admin-listener.js';
import type { RouterSettings } from './router-settings.js';

/** The settings that have to do with deciding. */
export type RoutingSettings = Pick<
  RouterSettings,
  | ('config' | 'clusters' | 'clustersUrl' | 'clustersInterval')
  | ('staleAfter' | 'dropAfter' | 'assumedInputTps' | 'record' | 'recordRate')
> &
  // Who sends in another way has no use for these.
  Partial<Pick<RouterSettings, 'connectRetries' | 'requestRetries'>>;

/** A router that is not started yet, and what goes with it. */
export type OpenedRouting = Readonly<{
  router: Router;
  /** Takes in documents that are pushed. */
  accept: AcceptDocument;
  /** Writes down what is still to be recorded; to be called when the router is closed. */
  closeRecords: () => Promise<void>;
}>;

/** All files are opened, so that the faults of all are told at once. */
export const readRoutingFiles = (
  settings: RoutingSettings,
): TE.TaskEither<readonly Fault[], RoutingConfig> => {
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

/** The routing configuration, and what is odd about it. */
export type RoutingConfig = Checked<LbConfig>;

const BUILT_IN: RoutingConfig = { config: DEFAULT_LB_CONFIG, warnings: [] };

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

/** Makes the router of the settings. */
export const openRouting = (
  settings: RoutingSettings,
  { config, warnings }: RoutingConfig,
  telemetry: Telemetry,
): OpenedRouting => {
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
  return {
    router: createRouter({ runtime, fleet, telemetry, retryLimits: retryLimitsOf(settings) }),
    accept: push.accept,
    closeRecords: async () => {
      await recorder?.close();
    },
  };
};

const noteConfig = (
  log: Log,
  { config }: RoutingSettings,
  warnings: RoutingConfig['warnings'],
): void => {
  log.info('config_loaded', {
    file: config ?? null,
    warnings: warnings.map(({ message }) => message),
  });
};

const retryLimitsOf = ({ connectRetries: connect, requestRetries: request }: RoutingSettings) => ({
  ...(connect !== undefined && { connect }),
  ...(request !== undefined && { request }),
});

/** Of two that list one target, the later has it: what is pushed wins over what is read. */
const sourcesOf = (settings: RoutingSettings, push: PushSource): readonly DocumentSource[] => {
  const { clusters, clustersUrl, clustersInterval } = settings;
  return [
    ...(clusters === undefined ? [] : [createFileSource({ path: clusters })]),
    ...(clustersUrl === undefined
      ? []
      : [createHttpSource({ url: clustersUrl, intervalMs: clustersInterval })]),
    push,
  ];
};
