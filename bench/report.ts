import Table from 'cli-table3';
import { counted } from '../src/core/codec/counted.js';
import { mib } from './groups/memory.js';
import type { Measurement, Side } from './measure.js';
import type { MemoryRow, Row } from './subject.js';

export type Verdict = 'met' | 'missed' | 'reported';

/** One row with its figures, as it goes into `bench-results.json`. */
export type Result = Measurement &
  Readonly<{
    group: string;
    name: string;
    clusterCount: number;
    baselineLabel: string;
    goalRatio: number | null;
    verdict: Verdict;
  }>;

export type MemoryResult = ReturnType<MemoryRow['measure']> &
  Readonly<{ group: string; name: string; tookMs: number; verdict: Verdict }>;

export const verdictOf = ({ goalRatio }: Row, ratio: number): Verdict => {
  if (goalRatio === undefined) return 'reported';
  return ratio <= goalRatio ? 'met' : 'missed';
};

/** The rows of one group as a table. */
export const timingTable = (results: readonly Result[]): string => {
  const showsLongest = results[0]?.group === 'publish';
  const table = plainTable([
    'row',
    'N',
    'p50',
    'p99',
    ...(showsLongest ? ['longest'] : []),
    'bytes',
    'baseline',
    'p50',
    'p99',
    'ratio',
    'goal',
    '',
  ]);
  for (const result of results) {
    table.push([
      result.name,
      result.clusterCount,
      ...timesOf(result.ours),
      ...(showsLongest ? [duration(result.ours.longestNs)] : []),
      result.ours.bytes.toFixed(0),
      result.baselineLabel,
      ...timesOf(result.baseline),
      `${result.ratio.toFixed(2)}x`,
      result.goalRatio === null ? '' : `<= ${String(result.goalRatio)}x`,
      result.verdict,
    ]);
  }
  return `\n${results[0]?.group ?? ''}\n${table.toString()}`;
};

export const memoryTable = (results: readonly MemoryResult[]): string => {
  const table = plainTable(['row', 'held', 'goal', 'took', '']);
  for (const { name, heldBytes, limitBytes, limit, tookMs, verdict } of results) {
    const goal = `<= ${mib(limitBytes)}: ${limit}`;
    table.push([name, mib(heldBytes), goal, duration(tookMs * 1e6), verdict]);
  }
  return `\nmemory\n${table.toString()}`;
};

/** How many goals were met, and which rows missed theirs. */
export const summary = (results: readonly (Result | MemoryResult)[]): string => {
  const missed = results.filter(({ verdict }) => verdict === 'missed');
  const met = results.filter(({ verdict }) => verdict === 'met');
  const lines = missed.map((result) => {
    const size = 'clusterCount' in result ? `, N = ${String(result.clusterCount)}` : '';
    return `  missed: ${result.group}: ${result.name}${size}`;
  });
  return [`\n${counted(met.length, 'goal')} met, ${String(missed.length)} missed`, ...lines].join(
    '\n',
  );
};

const plainTable = (head: string[]): Table.Table =>
  new Table({
    head,
    style: { head: [], border: [], compact: true },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  });

const timesOf = (side: Side | null): readonly string[] =>
  side === null ? ['', ''] : [duration(side.p50Ns), duration(side.p99Ns)];

const duration = (ns: number): string => {
  if (ns < 9999.5) return `${ns.toFixed(ns < 100 ? 1 : 0)} ns`;
  if (ns < 9_999_500) return `${(ns / 1000).toFixed(1)} us`;
  return `${(ns / 1e6).toFixed(1)} ms`;
};
