import type { RunSummary } from '../measure/run-summary.js';

/** One figure of a run as reports show it. */
export type Metric = Readonly<{
  /** Key in the JSON. */
  key: string;
  title: string;
  unit: 'ms' | 'share' | 'per_second' | 'ratio' | 'count';
  of: (run: RunSummary) => number;
  /** Which way is better, if any. */
  better: 'less' | 'more' | 'none';
}>;

/** The figures of a run, in the order of the tables. */
export const METRICS: readonly Metric[] = [
  { key: 'kv_reuse', title: 'KV reuse', unit: 'share', of: (run) => run.reuse, better: 'more' },
  {
    key: 'kv_reuse_later_turns',
    title: 'KV reuse, later turns',
    unit: 'share',
    of: (run) => run.returningReuse,
    better: 'more',
  },
  {
    key: 'ttft_p50_ms',
    title: 'TTFT p50',
    unit: 'ms',
    of: (run) => run.ttftMs.p50,
    better: 'less',
  },
  {
    key: 'ttft_p90_ms',
    title: 'TTFT p90',
    unit: 'ms',
    of: (run) => run.ttftMs.p90,
    better: 'less',
  },
  {
    key: 'ttft_p99_ms',
    title: 'TTFT p99',
    unit: 'ms',
    of: (run) => run.ttftMs.p99,
    better: 'less',
  },
  {
    key: 'goodput_per_second',
    title: 'goodput',
    unit: 'per_second',
    of: (run) => run.goodput,
    better: 'more',
  },
  {
    key: 'left_last_cluster',
    title: 'left last cluster',
    unit: 'share',
    of: (run) => run.leftShare,
    better: 'less',
  },
  {
    key: 'routing_wait_p99_ms',
    title: 'wait p99',
    unit: 'ms',
    of: (run) => run.waitMs.p99,
    better: 'none',
  },
  {
    key: 'imbalance',
    title: 'imbalance',
    unit: 'ratio',
    of: (run) => run.imbalance,
    better: 'less',
  },
  { key: 'refused', title: 'refused', unit: 'count', of: (run) => run.refused, better: 'less' },
  { key: 'failed', title: 'failed', unit: 'count', of: (run) => run.failed, better: 'less' },
];

/** A figure for people, without its unit. */
export const formatFigure = (value: number, unit: Metric['unit']): string => {
  if (!Number.isFinite(value)) return '-';
  switch (unit) {
    case 'ms':
      return value < 10 ? value.toFixed(1) : value.toFixed(0);
    case 'share':
      return (value * 100).toFixed(1);
    case 'per_second':
      return value.toFixed(2);
    case 'ratio':
      return value.toFixed(2);
    case 'count':
      return value.toFixed(Number.isInteger(value) ? 0 : 1);
  }
};

/** What follows a figure. */
export const UNITS: Readonly<Record<Metric['unit'], string>> = {
  ms: 'ms',
  share: '%',
  per_second: '/s',
  ratio: '',
  count: '',
};
