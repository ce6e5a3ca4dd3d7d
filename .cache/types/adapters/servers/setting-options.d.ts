import type { Command } from 'commander';
import type { SettingTable, Texts } from './setting-table.js';
/** Adds a flag per setting; the help names its environment variable and its default. */
export declare const addSettingOptions: (command: Command, table: SettingTable) => void;
/** The flags that commander has read, by the name of their setting. */
export declare const flagsOf: (table: SettingTable, options: Texts) => Texts;
/** Rows of a Markdown table of the settings. */
export declare const settingRows: (table: SettingTable) => readonly string[];
