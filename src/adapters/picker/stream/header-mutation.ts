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
  const old = valuesByName(before);
  const wanted = valuesByName(after);
  const changes: HeaderChanges = { setHeaders: [], removeHeaders: [] };
  for (const name of old.keys()) {
    if (!wanted.has(name) && !CONNECTION.has(name)) changes.removeHeaders.push(name);
  }
  for (const [name, values] of wanted) {
    if (CONNECTION.has(name) || isSame(old.get(name), values)) continue;
    if (typeof values === 'string') changes.setHeaders.push(settingOf(name, values));
    else setAll(changes, name, values);
  }
  return changes;
};

const CONNECTION: ReadonlySet<string> = new Set(CONNECTION_HEADERS);

const setAll = ({ setHeaders }: HeaderChanges, name: string, values: readonly string[]): void => {
  values.forEach((value, at) => {
    setHeaders.push(settingOf(name, value, at === 0 ? OVERWRITE : APPEND));
  });
};

/** The value of a header, or its values where it has several. */
type Values = string | string[];

const valuesByName = (lines: RawHeaders): ReadonlyMap<string, Values> => {
  const values = new Map<string, Values>();
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const name = lines[i]!.toLowerCase();
    const value = lines[i + 1]!;
    const known = values.get(name);
    if (known === undefined) values.set(name, value);
    else if (typeof known === 'string') values.set(name, [known, value]);
    else known.push(value);
  }
  return values;
};

const isSame = (a: Values | undefined, b: Values): boolean => {
  if (typeof a === 'string' || typeof b === 'string' || a === undefined) return a === b;
  return a.length === b.length && a.every((value, at) => value === b[at]);
};
