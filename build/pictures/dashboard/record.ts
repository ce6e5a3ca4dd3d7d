/** What the dashboard showed during a load that was recorded once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One line of a panel, with a figure for every step; null where there was none. */
export type RecordedLine = Readonly<{ name: string; values: readonly (number | null)[] }>;

/** What one panel asked for, and what it was told. */
export type RecordedPanel = Readonly<{
  title: string;
  expressions: readonly string[];
  lines: readonly RecordedLine[];
}>;

/** A span of the load that differs from the rest, in seconds since it began. */
export type Episode = Readonly<{ from: number; to: number; words: string }>;

/** Three mock engines under conversations of eight turns. */
export const STORY = {
  engines: 3,
  slots: 8,
  seconds: 100,
  stepSeconds: 2,
  conversations: { usual: 20, many: 60 },
  rush: { from: 30, to: 55, words: '60 conversations at once instead of 20' },
  outage: { from: 75, to: 85, words: 'one of three engines takes no connection' },
} as const;

/** A panel of the dashboard; a row has no targets. */
export type Panel = Readonly<{
  title: string;
  type: string;
  gridPos: Readonly<{ x: number; y: number; w: number; h: number }>;
  fieldConfig?: Readonly<{ defaults: Readonly<{ unit?: string }> }>;
  targets?: readonly Readonly<{ expr: string; legendFormat: string }>[];
}>;

/** Panels of the dashboard that is shipped, rows included, in their order. */
export const readPanels = (root: string): readonly Panel[] => {
  const text = readFileSync(join(root, 'deploy/grafana/homeward.json'), 'utf8');
  return (JSON.parse(text) as { panels: readonly Panel[] }).panels;
};

/** The figures that the picture is drawn from. */
export const readRecord = (root: string): readonly RecordedPanel[] =>
  JSON.parse(
    readFileSync(join(root, 'docs/pictures/dashboard.json'), 'utf8'),
  ) as readonly RecordedPanel[];

/** The text of a record: a line for each panel. */
export const writeRecord = (panels: readonly RecordedPanel[]): string =>
  `[\n${panels.map((panel) => JSON.stringify(panel)).join(',\n')}\n]\n`;
