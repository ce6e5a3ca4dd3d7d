import { inWords } from '../terminal/words.js';
import type { Colors } from '../terminal/colors.js';
import { renderTable, type Column } from '../terminal/table.js';
import { percent } from './print-story.js';
import type { TraceSummary } from './replay-trace.js';

/** Where the sessions of the trace went, replay by replay. */
export const traceTable = (summaries: readonly TraceSummary[], colors: Colors): string =>
  renderTable(
    [
      { title: 'algorithm' },
      { title: 'flag' },
      ...Object.keys(summaries[0]?.requestCountByCluster ?? {}).map((title): Column => ({
        title,
        align: 'right',
      })),
      { title: 'returned home', align: 'right' },
      { title: 'cached', align: 'right' },
      { title: 'mean wait', align: 'right' },
      { title: 'mean TTFT', align: 'right' },
    ],
    summaries.map(traceCells),
    colors,
  );

const traceCells = (summary: TraceSummary): readonly string[] => [
  summary.run.algorithm,
  summary.run.lastClusterAffinity ? 'on' : 'off',
  ...Object.values(summary.requestCountByCluster).map(String),
  `${String(summary.stayedCount)} of ${String(summary.returningCount)}`,
  percent(summary.cachedTokens / summary.promptTokens, 1),
  inWords(Math.round(summary.meanWaitMs)),
  inWords(Math.round(summary.meanTtftMs)),
];
