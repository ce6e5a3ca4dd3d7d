import type { Command } from 'commander';
import type { SettingTable, Texts } from './setting-table.js';

/** Adds every flag of a table; the help names its environment variable and its default. */
export const addSettingOptions = (command: Command, table: SettingTable): void => {
  for (const { flag, placeholder, meaning, default: fallback, variable } of Object.values(table)) {
    if (flag === undefined) continue;
    const preset = fallback === undefined || fallback === '' ? undefined : `default ${fallback}`;
    const notes = [variable, preset].filter((note) => note !== undefined).join('; ');
    command.option(`--${flag} ${placeholder}`, notes === '' ? meaning : `${meaning} (${notes})`);
  }
};

/**
 * The flags that commander has read, by the name of their setting; lists become one text, and a
 * flag whose value may be left out and is, an empty one.
 */
export const flagsOf = (
  table: SettingTable,
  options: Readonly<Record<string, string | readonly string[] | true | undefined>>,
): Texts =>
  Object.fromEntries(
    Object.entries(table).map(([name, { flag }]) => {
      const option = flag === undefined ? undefined : options[camelCase(flag)];
      return [name, typeof option === 'object' ? option.join(' ') : option === true ? '' : option];
    }),
  );

/** The environment variables of a table, for the end of a help text. */
export const describeVariables = (table: SettingTable): string =>
  Object.values(table)
    .map(({ variable, meaning, default: fallback }) =>
      variable === undefined ? '' : `  ${variable}: ${meaning} (default ${fallback ?? 'none'})\n`,
    )
    .join('');

/** Rows of a Markdown table of the settings: flag and variable, those of them that there are. */
export const settingRows = (table: SettingTable): readonly string[] =>
  Object.values(table).map(({ flag, variable, default: fallback, meaning }) => {
    const names = [flag === undefined ? undefined : `--${flag}`, variable];
    const marked = [...names.filter((name) => name !== undefined), fallback].map((text) =>
      text === undefined ? '' : `\`${text}\``,
    );
    return `| ${[...marked, meaning].join(' | ')} |`;
  });

const camelCase = (flag: string): string =>
  flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
