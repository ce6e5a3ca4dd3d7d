/** Tells the story on a terminal. */
import { inWords } from '../terminal/words.js';
import type { Colors } from '../terminal/colors.js';
import { renderTable, type Column } from '../terminal/table.js';
import type { StoryRunSummary } from './story-run-summary.js';
import type { StoryRun, ServedTurn, StoryEvent, Turn } from './story.js';

/** What listens where. */
export const addressLines = (
  addresses: readonly (readonly [role: string, url: string])[],
): string => `${addresses.map(([role, url]) => `  ${role.padEnd(26)}${url}`).join('\n')}\n`;

/** The line above a run. */
export const runTitle = ({ algorithm, lastClusterAffinity }: StoryRun, colors: Colors): string =>
  colors.bold(`${algorithm}, last_cluster_affinity ${onOff(lastClusterAffinity)}`);

/** One line for what happened. */
export const eventLine = (event: StoryEvent, colors: Colors): string => {
  switch (event.kind) {
    case 'filled':
      return `  ${event.clusterId} is full: no free slot.`;
    case 'drained':
      return `  ${event.clusterId} has drained: all slots are free.`;
    case 'turn':
      return turnLine(event.turn, event.served, colors);
  }
};

/** The runs side by side. */
export const comparisonTable = (summaries: readonly StoryRunSummary[], colors: Colors): string =>
  renderTable(COLUMNS, summaries.map(comparisonRow), colors);

/** A share in percent. */
export const percent = (share: number, decimalCount = 0): string =>
  `${(share * 100).toFixed(decimalCount)} %`;

const turnLine = (turn: Turn, served: ServedTurn, colors: Colors): string => {
  const wait = served.waitMs === 0 ? 'no wait' : `waited ${inWords(served.waitMs)}`;
  const cache =
    served.cachedTokens === 0
      ? colors.red('cold'.padEnd(11))
      : colors.green(`${percent(served.cachedTokens / turn.promptTokens)} cached`.padEnd(11));
  const number = String(turn.number).padStart(2);
  return `  turn ${number} -> ${served.clusterId}  ${wait.padEnd(13)} ${cache}  ${whyServed(served)}`;
};

const onOff = (flag: boolean): string => (flag ? 'on' : 'off');

const whyServed = ({ sessionState, promoted, rankDepth }: ServedTurn): string => {
  if (sessionState === 'returning' && rankDepth === 1) {
    return promoted ? 'home: its last cluster was moved to rank 1' : 'home: its last cluster';
  }
  if (rankDepth === 1) return 'rank 1 of its affinity order';
  const place = `overflowed to rank ${String(rankDepth)}`;
  return sessionState === 'new' ? `new session, ${place} at once` : `rank 1 was full, ${place}`;
};

const COLUMNS: readonly Column[] = [
  { title: 'algorithm' },
  { title: 'flag' },
  { title: 'turn 1' },
  { title: 'turns 2-11' },
  { title: 'from cache', align: 'right' },
  { title: 'reroutes', align: 'right' },
  { title: '1st TTFT', align: 'right' },
  { title: 'others', align: 'right' },
  { title: 'as told' },
];

const comparisonRow = (summary: StoryRunSummary): readonly string[] => {
  const [first, ...later] = summary.clusterIds;
  return [
    summary.run.algorithm,
    onOff(summary.run.lastClusterAffinity),
    first ?? '-',
    [...new Set(later)].join(', '),
    `${String(summary.cachedTurnCount)} of ${String(summary.clusterIds.length)}`,
    String(summary.rerouteCount),
    inWords(Math.round(summary.firstTurnTtftMs)),
    inWords(Math.round(summary.laterMeanTtftMs)),
    summary.isRight ? 'yes' : 'NO',
  ];
};
