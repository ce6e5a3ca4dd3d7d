/** The settings of `homeward up`: a few of its own, and those of the two servers. */
import { GATEWAY_SETTINGS } from '../gateway/server/gateway-settings.js';
import { LAST_CLUSTER_SETTINGS } from '../gateway/last-cluster/settings.js';
import { ROUTER_SETTINGS } from '../router/server/router-settings.js';
import { withoutCredentials } from '../fleet/document/base-url.js';
import { count, file } from '../servers/settings/setting-kinds.js';
import type { flagsOf } from '../servers/settings/setting-options.js';
import {
  defineSettings,
  type SettingsOf,
  type SettingTable,
} from '../servers/settings/setting-table.js';
import { clusterIdOf, engineUrl, engineUrlProblem } from './engine-names.js';

/** More engines than this belong in a file. */
const MAX_ENGINES = 1000;

const parseEngines = (text: string): readonly string[] | undefined =>
  findEngineProblem(text) === undefined ? urlsIn(text).map((one) => engineUrl(one)!) : undefined;

/** Variables come from files in which lines are folded and end with a blank. */
const urlsIn = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Names those of the URLs that are wrong. */
const findEngineProblem = (
  text: string,
): Readonly<{ expected: string; given: string }> | undefined => {
  const texts = urlsIn(text);
  const bad = texts.filter((one) => engineUrl(one) === undefined);
  if (bad.length > 0) {
    const expected = engineUrlProblem(bad[0]!)!;
    return { expected, given: bad.map(withoutCredentials).join(' ') };
  }
  const ids = texts.map((one) => clusterIdOf(engineUrl(one)!));
  const repeated = texts.filter((_, i) => ids.indexOf(ids[i]!) !== ids.lastIndexOf(ids[i]!));
  if (repeated.length > 0) return { expected: 'each engine once', given: repeated.join(' ') };
  const expected = `at most ${String(MAX_ENGINES)} engines`;
  return texts.length > MAX_ENGINES
    ? { expected, given: `${String(texts.length)} URLs` }
    : undefined;
};

/** What only `homeward up` has; the table in docs/up.md is this table. */
export const UP_SETTINGS = defineSettings({
  engines: {
    placeholder: '<urls...>',
    expected: 'http or https URLs',
    parse: parseEngines,
    problemOf: (text: string) => findEngineProblem(text)!,
    flag: 'engine',
    variable: 'HOMEWARD_UP_ENGINE',
    default: undefined,
    meaning: 'base URL of an engine; may be given several times',
  },
  slots: {
    ...count('<count>', 1, 1_000_000),
    flag: 'slots',
    variable: 'HOMEWARD_UP_SLOTS',
    default: '64',
    meaning: 'requests that an engine runs at the same time, as no engine tells it',
  },
  demo: {
    placeholder: '[count]',
    expected: 'how many mock engines, 1 to 16',
    parse: (text: string) => (text === '' ? 2 : count('', 1, 16).parse(text)),
    flag: 'demo',
    variable: 'HOMEWARD_UP_DEMO',
    default: undefined,
    meaning: 'mock engines to begin with, two where no number is given',
  },
  write: {
    ...file,
    placeholder: '<folder>',
    expected: 'the path of a folder',
    flag: 'write',
    variable: 'HOMEWARD_UP_WRITE',
    default: undefined,
    meaning: 'write files and commands that do the same with two servers, and end',
  },
});

/** What only `homeward up` has and a command line must not show. */
export const UP_SECRETS = defineSettings({
  engineKey: {
    placeholder: '<key>',
    expected: 'visible ASCII',
    parse: (text: string) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined),
    shown: () => '***',
    variable: 'HOMEWARD_UP_ENGINE_KEY',
    default: undefined,
    meaning: 'API key that the engines are asked for their models with',
  },
});

/** The gateway's settings as they are here: its router is in the same process. */
export const UP_GATEWAY_SETTINGS = defineSettings({
  ...without(GATEWAY_SETTINGS, 'router'),
  models: {
    ...GATEWAY_SETTINGS.models,
    default: undefined,
    meaning: 'model file with keys; without it every model of the engines is open',
  },
  sessionFallback: { ...GATEWAY_SETTINGS.sessionFallback, default: 'opening' },
});

/**
 * The router's settings as they are here. Only the gateway talks to it, on a port that nobody needs
 * to know, and the gateway's page shows the metrics of both.
 */
export const UP_ROUTER_SETTINGS = defineSettings({
  ...ROUTER_SETTINGS,
  listen: { ...nameless(ROUTER_SETTINGS.listen), default: '127.0.0.1:0' },
  metrics: { ...nameless(ROUTER_SETTINGS.metrics), default: 'off' },
  shutdownDelay: { ...nameless(ROUTER_SETTINGS.shutdownDelay), default: '0s' },
});

/** The memory's settings as they are here: it is on. */
export const UP_MEMORY_SETTINGS = defineSettings({
  ...LAST_CLUSTER_SETTINGS,
  isEnabled: { ...LAST_CLUSTER_SETTINGS.isEnabled, default: 'true' },
});

/** Every flag: its own, the gateway's, and those that only the router has. */
export const UP_FLAGS: SettingTable = {
  ...UP_SETTINGS,
  ...UP_GATEWAY_SETTINGS,
  ...onlyIn(UP_ROUTER_SETTINGS, UP_GATEWAY_SETTINGS),
  // Who names these means the engines.
  responseTimeout: UP_ROUTER_SETTINGS.responseTimeout,
  silenceTimeout: UP_ROUTER_SETTINGS.silenceTimeout,
};

/** What the command line says, by the name of each flag in code. */
export type CommandOptions = Parameters<typeof flagsOf>[1];

export type UpSettings = SettingsOf<typeof UP_SETTINGS> & SettingsOf<typeof UP_SECRETS>;
export type UpGatewaySettings = SettingsOf<typeof UP_GATEWAY_SETTINGS>;
export type UpRouterSettings = SettingsOf<typeof UP_ROUTER_SETTINGS>;

function without<T extends object, K extends string>(
  object: T,
  ...names: readonly K[]
): Omit<T, K> {
  const kept = Object.entries(object).filter(([name]) => !names.includes(name as K));
  return Object.fromEntries(kept) as Omit<T, K>;
}

/** Neither a flag nor a variable sets it. */
function nameless<S extends object>(spec: S): Omit<S, 'flag' | 'variable'> {
  return without(spec, 'flag', 'variable');
}

function onlyIn(table: SettingTable, other: SettingTable): SettingTable {
  return without(table, ...Object.keys(other));
}
