/** What the commands share that have a last-cluster memory: the gateway, and the picker in its place. */
import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../core/codec/fault.js';
import {
  LAST_CLUSTER_SETTINGS,
  parseLastClusterSettings,
  type LastClusterSettings,
} from '../gateway/last-cluster/settings.js';
import { describeVariables } from '../servers/settings/setting-options.js';
import {
  readSettings,
  type SettingsOf,
  type SettingTable,
  type Texts,
} from '../servers/settings/setting-table.js';

/** The memory's part of a command's help. */
export const memoryHelp = (settings: SettingTable = LAST_CLUSTER_SETTINGS): string => `
Environment variables of the last-cluster memory:
${describeVariables(settings)}`;

/** Reads the settings of a server and of its memory; left with the faults of both. */
export const readWithMemory = <T extends SettingTable>(
  table: T,
  flags: Texts,
): E.Either<
  readonly Fault[],
  Readonly<{ server: SettingsOf<T>; lastCluster: LastClusterSettings }>
> => {
  const server = readSettings(table, flags, process.env);
  const lastCluster = parseLastClusterSettings(process.env);
  if (E.isRight(server) && E.isRight(lastCluster)) {
    return E.right({ server: server.right, lastCluster: lastCluster.right });
  }
  return E.left([
    ...(E.isLeft(server) ? server.left : []),
    ...(E.isLeft(lastCluster) ? lastCluster.left : []),
  ]);
};

/** The optional packages that the store of a memory needs. */
export const packagesOfStore = ({ isEnabled, store }: LastClusterSettings): readonly string[] =>
  isEnabled && store.kind !== 'memory' ? ['redis'] : [];
