import type { Explanation, ExplanationRow } from '../../../core/explain.js';
import { shortened } from '../../../core/codec/fault.js';
import type { Case } from '../../cases/index.js';
import type { Colors } from '../../terminal/colors.js';
import { GAP_WIDTH, renderTable, SCREEN_WIDTH, type Column } from '../../terminal/table.js';
import { wrapWords } from '../../terminal/wrap.js';
import { caseHeader } from '../case-text/case-header.js';
import { whySentences } from '../case-text/why-sentences.js';
import { formatMs, VERDICTS } from '../../terminal/words.js';

/** An explanation for people: the case, a row per cluster, and why it came out so. */
export const explanationText = (given: Case, explanation: Explanation, colors: Colors): string => {
  const parts = [caseHeader(given, colors)];
  // Rejected means that no cluster was looked at.
  if (explanation.decision.kind !== 'rejected' && explanation.rows.length > 0) {
    parts.push(clusterTable(explanation, colors));
  }
  return [...parts, whySentences(given, explanation).map(wrapWords).join('\n')].join('\n\n');
};

/** Times in ms, as the phase of the row sees them. */
const COLUMNS: readonly Column[] = [
  { title: 'cluster' },
  { title: 'rank' },
  { title: 'phase' },
  { title: 'rtt', align: 'right' },
  { title: 'queue', align: 'right' },
  { title: 'prefill', align: 'right' },
  { title: 'TTFT ms', align: 'right' },
  { title: 'bucket' },
  { title: 'room' },
  { title: 'verdict' },
];

const clusterTable = (explanation: Explanation, colors: Colors): string => {
  const rows = [...explanation.rows].sort((a, b) => placeOf(a) - placeOf(b));
  const cells = rows.map((row) => cellsOf(row, explanation));
  const room = roomForIds(cells);
  const table = renderTable(
    COLUMNS,
    cells.map(([id, ...rest]) => [shortened(id!, room), ...paintChosen(rest, colors)]),
    colors,
  );
  return cells.some((row) => row[1]!.includes('>'))
    ? `${table}\n\n${wrapWords(RANK_LEGEND)}`
    : table;
};

const RANK_LEGEND =
  'rank: place in the affinity order; 2>1 is the place before and after the last cluster was moved to the front, - stands for none.';

/** Clusters outside the order come last, by id, as the rows already stand. */
const placeOf = (row: ExplanationRow): number => row.plannedPosition ?? Number.MAX_SAFE_INTEGER;

/** On a narrow terminal ids stay readable, and lines wrap. */
const MIN_ID_WIDTH = 12;

/** Cluster ids get what the other columns leave. */
const roomForIds = (cells: readonly (readonly string[])[]): number => {
  let room = SCREEN_WIDTH;
  for (let at = 1; at < COLUMNS.length; at++) {
    room -= GAP_WIDTH;
    room -= Math.max(COLUMNS[at]!.title.length, ...cells.map((row) => row[at]!.length));
  }
  return Math.max(room, MIN_ID_WIDTH);
};

/** After the widths are known, as colours take none. */
const paintChosen = (cells: readonly string[], colors: Colors): readonly string[] =>
  cells.map((cell) => (cell === VERDICTS.chosen ? colors.green(cell) : cell));

const cellsOf = (row: ExplanationRow, { scale }: Explanation): readonly string[] => {
  const isDiscounted = row.phase === 'affinity' && scale !== 1;
  return [
    row.clusterId,
    rankOf(row),
    row.phase ?? '-',
    formatMs(row.rttMs),
    formatMs(row.queueMs),
    formatMs(isDiscounted ? row.discountedPrefillMs : row.prefillMs),
    formatMs(isDiscounted ? row.discountedTtftMs : row.ttftMs),
    bucketOf(row),
    row.hasCapacity ? 'yes' : 'no',
    VERDICTS[row.verdict],
  ];
};

/** Place in the affinity order, and the one after promotion where that moved it. */
const rankOf = ({ position, plannedPosition }: ExplanationRow): string => {
  const before = position === null ? '-' : String(position);
  const after = plannedPosition === null ? '-' : String(plannedPosition);
  return before === after ? before : `${before}>${after}`;
};

const bucketOf = ({ bucket, opensMs }: ExplanationRow): string => {
  if (bucket === null) return '-';
  return bucket === 0 ? '0' : `${String(bucket)} at ${formatMs(opensMs ?? Infinity)}`;
};
