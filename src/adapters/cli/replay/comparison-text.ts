import { counted } from '../../../core/codec/counted.js';
import type { JsonObject } from '../../../core/codec/codec.js';
import type {
  ClusterShift,
  ComparisonSummary,
  GroupComparison,
} from '../../records/comparison/summarize-comparison.js';
import type { Colors } from '../../terminal/colors.js';
import { renderTable } from '../../terminal/table.js';
import { inWords } from '../../terminal/words.js';

/** A comparison for people. */
export const comparisonText = (
  summary: ComparisonSummary,
  badCount: number,
  colors: Colors,
): string => {
  const { all, groups, clusters, foreseen } = summary;
  const bad = badCount === 0 ? '' : `, ${counted(badCount, 'bad record')} left out`;
  const what = `${counted(all.requests, 'request')}: ${sentence(all)}${bad}.`;
  if (all.requests === 0) return what;
  return [
    what,
    '',
    renderTable(
      [{ title: 'model' }, { title: 'session' }, ...GROUP_COLUMNS],
      groups.map(groupRow),
      colors,
    ),
    '',
    renderTable([{ title: 'cluster' }, ...CLUSTER_COLUMNS], clusters.map(clusterRow), colors),
    ...(foreseen === 0
      ? []
      : [
          '',
          `Of ${counted(foreseen, 'request')} the new wait is foreseen: it is longer than the records reach, and`,
          'taken from the last snapshot as if that stood still.',
        ]),
  ].join('\n');
};

const sentence = ({ same, elsewhere, lost, gained }: GroupComparison): string =>
  `${String(same)} as recorded, ${String(elsewhere)} elsewhere, ${String(lost)} without a cluster now, ${String(gained)} with one only now`;

const right = (title: string) => ({ title, align: 'right' }) as const;

const GROUP_COLUMNS = [
  ...[right('requests'), right('same'), right('elsewhere'), right('lost'), right('gained')],
  ...[right('wait less'), right('in all'), right('wait more'), right('in all')],
];

const groupRow = (group: GroupComparison): readonly string[] => [
  group.modelId,
  group.sessionState,
  ...[group.requests, group.same, group.elsewhere, group.lost, group.gained].map(String),
  String(group.shorterWaits),
  inWords(group.shorterByMs),
  String(group.longerWaits),
  inWords(group.longerByMs),
];

const CLUSTER_COLUMNS = [
  ...[right('requests then'), right('now'), right('tokens then'), right('now'), right('change')],
];

const clusterRow = (shift: ClusterShift): readonly string[] => [
  shift.clusterId,
  String(shift.recordedRequests),
  String(shift.replayedRequests),
  String(shift.recordedTokens),
  String(shift.replayedTokens),
  changeOf(shift),
];

const changeOf = ({ recordedTokens, replayedTokens }: ClusterShift): string => {
  if (recordedTokens === 0) return replayedTokens === 0 ? '0 %' : 'new';
  const change = (replayedTokens / recordedTokens - 1) * 100;
  return `${change > 0 ? '+' : ''}${change.toFixed(1)} %`;
};

/** The same as JSON. */
export const encodeComparison = (summary: ComparisonSummary, badCount: number): JsonObject => ({
  ...encodeGroup(summary.all),
  bad: badCount,
  foreseen: summary.foreseen,
  groups: summary.groups.map((group) => ({
    model_id: group.modelId,
    session_state: group.sessionState,
    ...encodeGroup(group),
  })),
  clusters: summary.clusters.map((shift) => ({
    cluster_id: shift.clusterId,
    recorded_requests: shift.recordedRequests,
    replayed_requests: shift.replayedRequests,
    recorded_tokens: shift.recordedTokens,
    replayed_tokens: shift.replayedTokens,
  })),
  moves: Array.from(summary.moves, ([from, row]) =>
    Array.from(row, ([to, requests]) => ({ from: from || null, to: to || null, requests })),
  ).flat(),
});

const encodeGroup = (group: GroupComparison): JsonObject => ({
  requests: group.requests,
  same: group.same,
  elsewhere: group.elsewhere,
  lost: group.lost,
  gained: group.gained,
  shorter_waits: group.shorterWaits,
  shorter_by_ms: group.shorterByMs,
  longer_waits: group.longerWaits,
  longer_by_ms: group.longerByMs,
});
