import { counted } from '../../../core/codec/counted.js';
import type { AlgorithmConfig } from '../../../core/config/fields.js';
import type { JsonObject } from '../../../core/codec/codec.js';
import type { PolicyReport, Report } from '../../simulator/index.js';
import { formatFigure, METRICS } from '../../simulator/report/metrics.js';
import { seedsLine } from '../../simulator/report/markdown.js';
import { frontierOf } from '../../simulator/tune/frontier.js';
import {
  fieldNameOf,
  SWEPT_NAMES,
  type GridPoint,
  type SweptName,
} from '../../simulator/tune/grid.js';
import { stdoutColors } from '../../terminal/colors.js';
import { renderTable } from '../../terminal/table.js';
import type { TuneFlags } from './tune-flags.js';

/** What a sweep came to. */
export type Tuning = Readonly<{
  requests: string;
  base: AlgorithmConfig;
  /** In the order of the policies of the report. */
  points: readonly GridPoint[];
  report: Report;
  flags: TuneFlags;
}>;

/** Prints the frontier, or every combination, and how to get each again. */
export const printTuning = (tuning: Tuning): void => {
  const { report, flags, points } = tuning;
  const frontier = frontierOf(report.policies);
  const shown = flags.all ? report.policies : frontier;
  const rows = shown.map((policy) => {
    const point = points[report.policies.indexOf(policy)]!;
    return { policy, point, command: commandOf(tuning, point), isBest: frontier.includes(policy) };
  });
  if (flags.json) {
    console.log(
      JSON.stringify({ combinations: points.length, rows: rows.map(encodeRow) }, null, 2),
    );
    return;
  }
  const colors = stdoutColors();
  const columns = METRICS.filter(({ key }) => SHOWN.includes(key));
  const table = renderTable(
    [
      { title: 'settings', maxWidth: 60 },
      ...columns.map(({ title }) => ({ title, align: 'right' }) as const),
    ],
    rows.map(({ policy }) => [
      policy.name,
      ...columns.map(({ key, unit }) => formatFigure(policy.estimates[key]!.mean, unit)),
    ]),
    colors,
  );
  const what = `${counted(points.length, 'combination')} of ${tuning.base.algorithm}`;
  console.log(`${what}. ${seedsLine(report.seeds.length)}\n\n${table}\n`);
  for (const { policy, command } of rows) console.log(`${policy.name}:\n  ${command}`);
};

const SHOWN = ['kv_reuse', 'ttft_p50_ms', 'ttft_p99_ms', 'left_last_cluster'];

type Row = Readonly<{
  policy: PolicyReport;
  point: GridPoint;
  command: string;
  isBest: boolean;
}>;

const encodeRow = ({ policy, point, command, isBest }: Row): JsonObject => ({
  settings: Object.fromEntries(
    SWEPT_NAMES.filter((name) => point[name] !== undefined).map((name) => [
      fieldNameOf(name),
      point[name],
    ]),
  ),
  on_frontier: isBest,
  metrics: Object.fromEntries(
    Object.entries(policy.estimates).map(([key, { mean }]) => [
      key,
      Number.isFinite(mean) ? mean : null,
    ]),
  ),
  command,
});

const FLAGS: Readonly<Record<SweptName, string>> = {
  x: 'x',
  s: 's',
  k: 'k',
  n: 'n',
  maxQueued: 'max-queued',
  fallbackMaxQueued: 'fallback-max-queued',
  widen: 'widen',
};

/** The command line that gives the row again. */
const commandOf = ({ requests, flags }: Tuning, point: GridPoint): string => {
  const { config, model, scenario, sessions, seeds } = flags;
  return [
    `homeward tune ${quoted(requests)} --config ${quoted(config)}`,
    ...(model === undefined ? [] : [`--model ${quoted(model)}`]),
    ...(scenario === undefined ? [] : [`--scenario ${quoted(scenario)}`]),
    ...SWEPT_NAMES.filter((name) => point[name] !== undefined).map(
      (name) => `--${FLAGS[name]} ${String(point[name])}`,
    ),
    ...(sessions === 'named' ? [] : [`--sessions ${sessions}`]),
    ...(flags.decode === 50 ? [] : [`--decode ${String(flags.decode)}`]),
    ...(flags.kvTokens === 200_000 ? [] : [`--kv-tokens ${String(flags.kvTokens)}`]),
    ...(flags.answerTokens === 200 ? [] : [`--answer-tokens ${String(flags.answerTokens)}`]),
    ...(seeds === 1 ? [] : [`--seeds ${String(seeds)}`]),
    ...(flags.all ? ['--all'] : []),
  ].join(' ');
};

/** As a shell takes it for one word. */
const quoted = (text: string): string =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
