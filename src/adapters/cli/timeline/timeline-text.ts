import type { Decision } from '../../../core/decision.js';
import { shortened } from '../../../core/codec/fault.js';
import type { TimelineEntry } from '../../../core/timeline.js';
import type { Case } from '../../cases/index.js';
import type { Colors } from '../../terminal/colors.js';
import { renderTable, type Column } from '../../terminal/table.js';
import { wrapWords } from '../../terminal/wrap.js';
import { caseHeader } from '../case-text/case-header.js';
import { inWords, quoted, REASONS, REJECTIONS } from '../../terminal/words.js';

/** A timeline for people: the case, a row per decision, and what it comes to. */
export const timelineText = (
  given: Case,
  entries: readonly TimelineEntry[],
  colors: Colors,
): string =>
  [
    caseHeader(given, colors),
    renderTable(COLUMNS, entries.map(cellsOf), colors),
    wrapWords(conclusion(entries)),
  ].join('\n\n');

const COLUMNS: readonly Column[] = [
  { title: 'from', align: 'right' },
  { title: 'decision' },
  { title: 'cluster', maxWidth: 40 },
  { title: 'details', maxWidth: 34 },
];

const cellsOf = ({ fromMs, decision }: TimelineEntry): readonly string[] => {
  const from = inWords(fromMs);
  switch (decision.kind) {
    case 'selected': {
      const { clusterId, phase, rankDepth } = decision;
      const details = `${phase} phase, rank ${String(rankDepth)}`;
      return [from, 'selected', shortened(clusterId, 40), details];
    }
    case 'wait':
      return [from, 'wait', '', `until ${inWords(decision.untilMs)}`];
    case 'unavailable':
      return [from, 'unavailable', '', decision.reason];
    case 'rejected':
      return [from, 'rejected', '', decision.code];
  }
};

const conclusion = (entries: readonly TimelineEntry[]): string => {
  const served = entries.find(({ decision }) => decision.kind === 'selected');
  if (served?.decision.kind === 'selected') {
    const cluster = quoted(served.decision.clusterId);
    const when = served.fromMs === 0 ? 'at once' : `from ${inWords(served.fromMs)} on`;
    const later = served === entries.at(-1) ? '' : ` ${LATER_ROWS}`;
    return `On this snapshot the request goes to ${cluster} ${when}.${later}`;
  }
  return `On this snapshot the request is never served: ${neverBecause(entries.at(-1)!.decision)}.`;
};

const LATER_ROWS = 'Later rows are what a request would be told that had not been served by then.';

const neverBecause = (decision: Decision): string => {
  switch (decision.kind) {
    case 'unavailable':
      return REASONS[decision.reason];
    case 'rejected':
      return REJECTIONS[decision.code];
    default:
      return 'it waits for good';
  }
};
