import { counted } from '../../../core/codec/counted.js';
import type { ComparisonSummary } from '../../records/comparison/summarize-comparison.js';
import type { PlotLibrary } from '../../simulator/index.js';
import type { Chart } from '../../simulator/report/page/chart.js';
import { htmlTable } from '../../simulator/report/page/html-text.js';
import { renderPage } from '../../simulator/report/page/page.js';
import { inWords } from '../../terminal/words.js';

/** A comparison as one self-contained HTML page. */
export const comparisonPage = (summary: ComparisonSummary, library: PlotLibrary): string =>
  renderPage(
    {
      title: 'Recorded requests under another configuration',
      lead: `${counted(summary.all.requests, 'request')}, decided again on the snapshots of their records.`,
      sections: [
        {
          title: 'Who would have gone elsewhere',
          html: htmlTable(GROUP_HEAD, summary.groups.map(groupCells)),
        },
        {
          title: 'Load',
          text: 'What each cluster was sent, and what it would have been sent.',
          charts: [
            loadChart(summary, 'Requests', 'requests', 'recordedRequests', 'replayedRequests'),
            loadChart(summary, 'Prompt tokens', 'tokens', 'recordedTokens', 'replayedTokens'),
          ],
        },
        {
          title: 'Waits',
          text: `How many percent of the requests were sent within a time.${foreseenText(summary)}`,
          charts: [waitChart(summary)],
        },
        {
          title: 'Moves',
          text: 'Requests by the cluster they went to (rows) and the one they would have gone to (columns).',
          html: movesTable(summary),
        },
      ],
    },
    library,
  );

/** How far the new waits can be relied on. */
const foreseenText = ({ foreseen }: ComparisonSummary): string =>
  foreseen === 0
    ? ''
    : ` Of ${String(foreseen)} the new wait is foreseen: it is longer than their records reach, and taken from the last snapshot as if that stood still.`;

const GROUP_HEAD = [
  ...['model', 'session', 'requests', 'same', 'elsewhere', 'lost', 'gained'],
  ...['wait less', 'in all', 'wait more', 'in all'],
];

const groupCells = (group: ComparisonSummary['groups'][number]): readonly string[] => [
  group.modelId,
  group.sessionState,
  ...[group.requests, group.same, group.elsewhere, group.lost, group.gained].map(String),
  ...[String(group.shorterWaits), inWords(group.shorterByMs)],
  ...[String(group.longerWaits), inWords(group.longerByMs)],
];

type Amount = Exclude<keyof ComparisonSummary['clusters'][number], 'clusterId'>;

const loadChart = (
  { clusters }: ComparisonSummary,
  title: string,
  yLabel: string,
  recorded: Amount,
  replayed: Amount,
): Chart => ({
  title,
  kind: 'bars',
  xLabel: 'cluster',
  yLabel,
  x: clusters.map((_, at) => at),
  xNames: clusters.map(({ clusterId }) => clusterId),
  series: [
    { name: 'recorded', y: clusters.map((shift) => shift[recorded]) },
    { name: 'under the new configuration', y: clusters.map((shift) => shift[replayed]) },
  ],
});

const PERCENTS = Array.from({ length: 100 }, (_, at) => at + 1);

const waitChart = ({ recordedWaitsMs, replayedWaitsMs }: ComparisonSummary): Chart => ({
  title: 'Time waited in the router',
  kind: 'lines',
  xLabel: '% of requests',
  yLabel: 'ms',
  x: PERCENTS,
  series: [
    { name: 'recorded', y: PERCENTS.map((_, at) => recordedWaitsMs[at] ?? null) },
    {
      name: 'under the new configuration',
      y: PERCENTS.map((_, at) => replayedWaitsMs[at] ?? null),
    },
  ],
});

const movesTable = ({ moves }: ComparisonSummary): string => {
  const names = [
    ...new Set([...moves.keys(), ...[...moves.values()].flatMap((row) => [...row.keys()])]),
  ].sort();
  const titleOf = (name: string): string => (name === '' ? 'nowhere' : name);
  const rows = names.map((from) => [
    titleOf(from),
    ...names.map((to) => String(moves.get(from)?.get(to) ?? 0)),
  ]);
  return htmlTable(['', ...names.map(titleOf)], rows);
};
