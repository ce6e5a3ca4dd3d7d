import { lowerName } from '../../http/header-name.js';
import type { RawHeaders } from '../../http/header-source.js';
import { CONNECTION_HEADERS } from '../../http/hop-by-hop.js';
import type { HeaderMutation } from '../wire/messages.js';

/** `append_action` of a header that is set. */
const APPEND = 0;
const OVERWRITE = 2;

/** One header that a proxy is to set. */
export type HeaderSetting = NonNullable<HeaderMutation['setHeaders']>[number];

/** Sets a header, whatever was there before; one character per byte. */
export const settingOf = (key: string, value: string, appendAction = OVERWRITE): HeaderSetting => ({
  header: { key, rawValue: Buffer.from(value, 'latin1') },
  appendAction,
});

/** What a proxy has to change about a list of headers. */
export type HeaderChanges = Readonly<{ setHeaders: HeaderSetting[]; removeHeaders: string[] }>;

/**
 * What a proxy has to change so that one list of headers becomes another.
 *
 * Names of both are compared in lower case, which is how proxies send them. Headers of the
 * connection are the proxy's own business and stay as they are.
 */
export const changesBetween = (before: RawHeaders, after: RawHeaders): HeaderChanges => {
  const changes: HeaderChanges = { setHeaders: [], removeHeaders: [] };
  const touched = touchedNames(before, after);
  const wanted = new Set<string>();
  for (let i = 0; i + 1 < after.length; i += 2) {
    const name = lowerName(after[i]!);
    if (!touched.has(name)) continue;
    changes.setHeaders.push(settingOf(name, after[i + 1]!, wanted.has(name) ? APPEND : OVERWRITE));
    wanted.add(name);
  }
  for (const name of touched) if (!wanted.has(name)) changes.removeHeaders.push(name);
  return changes;
};

/**
 * The names (lower case) that may differ: those of lines without a counterpart, when both lists
 * are walked in order. Lists are made from one another by leaving lines out and adding some at the
 * end, so they are few; all lines of any other name stand in both, in the same order.
 */
const touchedNames = (before: RawHeaders, after: RawHeaders): ReadonlySet<string> => {
  const touched = new Set<string>();
  const touch = (line: string): void => {
    const name = lowerName(line);
    if (!CONNECTION.has(name)) touched.add(name);
  };
  let next = 0;
  for (let i = 0; i + 1 < before.length; i += 2) {
    if (before[i] === after[next] && before[i + 1] === after[next + 1]) next += 2;
    else touch(before[i]!);
  }
  for (; next + 1 < after.length; next += 2) touch(after[next]!);
  return touched;
};

const CONNECTION: ReadonlySet<string> = new Set(CONNECTION_HEADERS);
