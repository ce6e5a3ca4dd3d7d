import type { Command } from 'commander';
import type { SettingTable, Texts } from './setting-table.js';

/** Adds a flag per setting; the help names its environment variable and its default. */
export const addSettingOptions = (command: Command, table: SettingTable): void => {
  for (const { flag, placeholder, meaning, default: fallback, variable } of Object.values(table)) {
    const preset = fallback === undefined ? '' : `; default ${fallback}`;
    command.option(`--${flag} ${placeholder}`, `${meaning} (${variable}${preset})`);
  }
};

/** The flags that commander has read, by the name of their setting. */
export const flagsOf = (table: SettingTable, options: Texts): Texts =>
  Object.fromEntries(
    Object.entries(table).map(([name, { flag }]) => [name, options[camelCase(flag)]]),
  );

/** Rows of a Markdown table of the settings. */
export const settingRows = (table: SettingTable): readonly string[] =>
  Object.values(table).map((spec) => {
    const fallback = spec.default === undefined ? '' : `\`${spec.default}\``;
    return `| \`--${spec.flag}\` | \`${spec.variable}\` | ${fallback} | ${spec.meaning} |`;
  });

const camelCase = (flag: string): string =>
  flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
