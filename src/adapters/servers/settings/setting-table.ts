import * as E from 'fp-ts/lib/Either.js';
import { fault, type Fault } from '../../../core/codec/fault.js';

/**
 * One setting of a server. Its flag, its environment variable, the help of the command and the
 * table in the documentation derive from it.
 */
export type SettingSpec<A> = Readonly<{
  /** Long flag without the dashes. Absent: there is the variable only. */
  flag?: string;
  /** Environment variable; the flag wins over it. Absent: there is the flag only. */
  variable?: string;
  /** Stands for the value in the help. */
  placeholder: string;
  /** As text; undefined: the setting may be absent. */
  default: string | undefined;
  /** What a value must be, as the end of a sentence. */
  expected: string;
  /** Undefined when the text is no such value. */
  parse: (text: string) => A | undefined;
  /** How a fault repeats a text that may hold a secret. Default as it is. */
  shown?: (text: string) => string;
  /** What is wrong with a text, where one sentence does not fit every fault. */
  problemOf?: (text: string) => Readonly<{ expected: string; given: string }>;
  meaning: string;
}>;

/** The settings of one server, by the name they have in code. */
export type SettingTable = Readonly<Record<string, SettingSpec<unknown>>>;

/** What a table reads: a value for each setting, undefined only where there is no default. */
export type SettingsOf<Table extends SettingTable> = {
  readonly [K in keyof Table]:
    | Exclude<ReturnType<Table[K]['parse']>, undefined>
    | (Table[K]['default'] extends string ? never : undefined);
};

/** Text values by name. */
export type Texts = Readonly<Record<string, string | undefined>>;

/** Keeps the types of the rows. */
export const defineSettings = <const Table extends SettingTable>(table: Table): Table => table;

/**
 * Reads every setting from flags (by name in code) and environment; left with every fault.
 *
 * A variable that is there but empty is a value like any other.
 */
export const readSettings = <Table extends SettingTable>(
  table: Table,
  flags: Texts,
  environment: Texts,
): E.Either<readonly Fault[], SettingsOf<Table>> => {
  const faults: Fault[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(table)) {
    const { text, path } = textOf(name, spec, flags, environment);
    const value = text === undefined ? undefined : spec.parse(text);
    if (text !== undefined && value === undefined) {
      const { expected, given } = spec.problemOf?.(text) ?? {
        expected: spec.expected,
        given: spec.shown?.(text) ?? text,
      };
      faults.push(fault({ code: 'invalid_value', path, expected, given }));
    }
    settings[name] = value;
  }
  return faults.length > 0 ? E.left(faults) : E.right(settings as SettingsOf<Table>);
};

/** Whether somebody gave a setting: a flag or a variable, not its default. */
export const isGiven = (
  table: SettingTable,
  name: string,
  flags: Texts,
  environment: Texts,
): boolean =>
  textOf(name, { ...table[name]!, default: undefined }, flags, environment).text !== undefined;

const textOf = (
  name: string,
  { flag, variable, default: fallback }: SettingSpec<unknown>,
  flags: Texts,
  environment: Texts,
): Readonly<{ text: string | undefined; path: string }> => {
  const path = flag === undefined ? (variable ?? name) : `--${flag}`;
  const inFlag = own(flags, name);
  if (inFlag !== undefined) return { text: inFlag, path };
  const inVariable = variable === undefined ? undefined : own(environment, variable);
  return inVariable === undefined
    ? { text: fallback, path }
    : { text: inVariable, path: variable ?? name };
};

const own = (texts: Texts, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;
