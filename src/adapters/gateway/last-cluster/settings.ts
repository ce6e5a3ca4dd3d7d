import type * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../core/codec/fault.js';
import { count, duration, durationUpTo, yesOrNo } from '../../servers/settings/setting-kinds.js';
import {
  defineSettings,
  readSettings,
  type SettingsOf,
  type SettingTable,
} from '../../servers/settings/setting-table.js';
import { storeAddress } from '../../stores/from-url.js';

/** Olric counts nanoseconds in 64 bits: more than this would wrap around in it. */
export const MAX_TTL_MS = 9_000_000_000_000;

/** The in-process store sets memory aside for its cap. */
const MAX_LOCAL_ENTRIES = 10_000_000;

/** Every setting of the last-cluster memory; docs and help derive from it. */
export const LAST_CLUSTER_SETTINGS = defineSettings({
  isEnabled: {
    ...yesOrNo,
    variable: 'STARGATE_LAST_CLUSTER_ENABLED',
    default: 'false',
    meaning: 'turn the memory on',
  },
  ttlMs: {
    ...durationUpTo(MAX_TTL_MS, '2500000h'),
    variable: 'STARGATE_LAST_CLUSTER_TTL',
    default: '10m',
    meaning: 'entry lifetime; a write resets it, a read does not',
  },
  lookupTimeoutMs: {
    ...duration,
    variable: 'STARGATE_LAST_CLUSTER_LOOKUP_TIMEOUT',
    default: '20ms',
    meaning: 'longest a lookup may hold a request',
  },
  localMaxEntries: {
    ...count('<count>', 1, MAX_LOCAL_ENTRIES),
    variable: 'STARGATE_LAST_CLUSTER_LOCAL_MAX_ENTRIES',
    default: '100000',
    meaning: 'cap of the in-process store',
  },
  store: {
    ...storeAddress,
    placeholder: '<address>',
    variable: 'STARGATE_LAST_CLUSTER_STORE',
    default: 'memory',
    meaning: '`memory`, `redis://...`, `rediss://...` or `olric://host:port[,host:port]`',
  },
});

/**
 * Settings of the last-cluster memory: whether it is on; `ttlMs`, the lifetime of an entry after
 * its last write; `lookupTimeoutMs`, the longest a lookup may hold a request; `localMaxEntries`,
 * the cap of the in-process store; and the store.
 */
export type LastClusterSettings = SettingsOf<typeof LAST_CLUSTER_SETTINGS>;

/** Where sessions are remembered, for people. */
export const describeStore = ({ kind }: LastClusterSettings['store']): string =>
  kind === 'memory' ? 'in this process' : `in ${kind}`;

/** The rows of a table by the names of their variables. */
type ByVariable<Table extends SettingTable> = {
  readonly [K in keyof Table as Table[K]['variable'] & string]: Table[K];
};

/** The environment variables, with their defaults and meanings. */
export const LAST_CLUSTER_VARIABLES = Object.fromEntries(
  Object.values(LAST_CLUSTER_SETTINGS).map((spec) => [spec.variable, spec]),
) as ByVariable<typeof LAST_CLUSTER_SETTINGS>;

/**
 * Reads the `STARGATE_LAST_CLUSTER_*` variables; left with every fault in them.
 *
 * Absent variables have their defaults; a variable that is there but empty is a fault.
 */
export const parseLastClusterSettings = (
  env: Readonly<Partial<Record<string, string>>>,
): E.Either<readonly Fault[], LastClusterSettings> => readSettings(LAST_CLUSTER_SETTINGS, {}, env);
