/** The files that routing is set up from, read at the start and again when that is asked for. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Checked } from '../../../core/config/algorithm-codec.js';
import { parseLbConfig } from '../../../core/config/config-codec.js';
import { DEFAULT_LB_CONFIG, type LbConfig } from '../../../core/config/config.js';
import type { Fault } from '../../../core/codec/fault.js';
import { inFile, parseTextWith } from '../../../core/codec/json-text.js';
import { parseFleetDocument } from '../../fleet/document/fleet-document.js';
import type { DocumentSource } from '../../fleet/sources/document-source.js';
import { readTextFile } from '../../node/read-text-file.js';
import { checkRecordFile } from '../../records/index.js';
import type { RoutingRuntime } from '../../runtime/index.js';
import type { Log, Telemetry } from '../../telemetry/port.js';
import type { RouterSettings } from './router-settings.js';

/** The settings that have to do with deciding. */
export type RoutingSettings = Pick<
  RouterSettings,
  | ('config' | 'clusters' | 'clustersUrl' | 'clustersInterval')
  | ('staleAfter' | 'dropAfter' | 'assumedInputTps' | 'record' | 'recordRate')
> &
  // Who sends in another way has no use for these.
  Partial<Pick<RouterSettings, 'connectRetries' | 'requestRetries'>>;

/** The routing configuration, and what is odd about it. */
export type RoutingConfig = Checked<LbConfig>;

/** Routing that stands in no file: the process itself makes it. */
export type HeldRouting = Readonly<{
  /** In force where the settings name no file. */
  config: () => RoutingConfig;
  /** Documents of the fleet; those that the settings name win over them. */
  sources: readonly DocumentSource[];
}>;

/** All files are opened, so that the faults of all are reported together. */
export const readRoutingFiles = (
  settings: Pick<RoutingSettings, 'config' | 'clusters' | 'record'>,
  held?: HeldRouting,
): TE.TaskEither<readonly Fault[], RoutingConfig> => {
  const { config, clusters, record } = settings;
  return async () => {
    const [read, fleet, recordable] = await Promise.all([
      readConfig(config, held),
      clusters === undefined ? E.right(undefined) : readJsonFile(clusters, parseFleetDocument),
      record === undefined ? E.right(undefined) : checkRecordFile(record)(),
    ]);
    const faults = [read, fleet, recordable].flatMap((one) => (E.isLeft(one) ? one.left : []));
    return E.isRight(read) && faults.length === 0 ? read : E.left(faults);
  };
};

/** What a router reads again. */
export type Reloadable = Readonly<{
  settings: Pick<RoutingSettings, 'config'>;
  held?: HeldRouting | undefined;
  runtime: RoutingRuntime;
  sources: readonly DocumentSource[];
  telemetry: Telemetry;
}>;

/**
 * Reads the routing configuration and the documents of the fleet again; false when the former is
 * refused. Requests under way go on with the configuration they began with; a bad file is told, and
 * what was there before stays.
 */
export const reloadFiles = async ({
  settings,
  held,
  runtime,
  sources,
  telemetry: { log, metrics },
}: Reloadable): Promise<boolean> => {
  for (const source of sources) source.reload?.();
  const read = await readConfig(settings.config, held);
  metrics.gauge('documentRefused', { source: 'config' }, E.isLeft(read) ? 1 : 0);
  if (E.isLeft(read)) {
    const errors = read.left.map(({ message }) => message);
    log.warn('config_rejected', { file: settings.config, errors });
    return false;
  }
  runtime.reconfigure(read.right.config);
  noteConfig(log, settings, read.right);
  return true;
};

/** Tells that a configuration is in use. */
export const noteConfig = (
  log: Log,
  { config }: Pick<RoutingSettings, 'config'>,
  { warnings }: RoutingConfig,
): void => {
  log.info('config_loaded', {
    file: config ?? null,
    warnings: warnings.map(({ message }) => message),
  });
};

const readConfig = async (
  path: string | undefined,
  held: HeldRouting | undefined,
): Promise<E.Either<readonly Fault[], RoutingConfig>> =>
  path === undefined ? E.right(held?.config() ?? BUILT_IN) : readJsonFile(path, parseLbConfig);

const BUILT_IN: RoutingConfig = { config: DEFAULT_LB_CONFIG, warnings: [] };

/** Largest file that is read. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

const readJsonFile = async <A>(
  path: string,
  parse: (json: unknown) => E.Either<readonly Fault[], A>,
): Promise<E.Either<readonly Fault[], A>> => {
  const text = await readTextFile(path, MAX_FILE_BYTES);
  if (E.isLeft(text)) return E.left([text.left]);
  return pipe(
    parseTextWith(text.right, parse),
    E.mapLeft((faults) => faults.map((one) => ({ ...one, message: inFile(path, one) }))),
  );
};
