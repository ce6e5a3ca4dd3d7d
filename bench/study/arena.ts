import type { Report } from '../../src/adapters/simulator/index.js';

/** A row that was measured on real servers; of two runs both. */
export type LiveRow = Readonly<{
  users: number;
  policy: string;
  /** Percent of the prompt tokens of later turns found in a cache. */
  cached: readonly number[];
  p50: readonly number[];
  p90: readonly number[];
}>;

/**
 * Runs of 30 s with real engines, routers, gateways and clients on two cores; those by opening of
 * 25 s, on cores that had other work, too.
 */
export const LIVE: readonly LiveRow[] = [
  { users: 48, policy: 'pww 6 and 8, flag on', cached: [84.9], p50: [74], p90: [164] },
  { users: 48, policy: 'pww 6 and 8, flag on, opening', cached: [84.9], p50: [85], p90: [253] },
  { users: 48, policy: 'waw, max_queued 8', cached: [84.6], p50: [71], p90: [138] },
  { users: 48, policy: 'pww 6 and 8, no id', cached: [41.7], p50: [184], p90: [474] },
  { users: 48, policy: 'power-of-n', cached: [40.4], p50: [188], p90: [458] },
  { users: 90, policy: 'pww 6 and 8, flag on', cached: [82, 83], p50: [142, 145], p90: [315, 376] },
  { users: 90, policy: 'pww 6 and 8, flag on, opening', cached: [83.9], p50: [148], p90: [295] },
  { users: 90, policy: 'pww 6 and 8, flag off', cached: [80.1], p50: [144], p90: [567] },
  { users: 90, policy: 'pww 2 and 8, flag on', cached: [76, 78], p50: [234, 241], p90: [457, 539] },
  { users: 90, policy: 'pww 2 and 8, flag off', cached: [66], p50: [329], p90: [656] },
  { users: 90, policy: 'pww 16 and 16', cached: [80.7], p50: [135], p90: [541] },
  { users: 90, policy: 'waw, max_queued 8', cached: [80.9], p50: [135], p90: [438] },
  { users: 90, policy: 'power-of-n', cached: [29.3], p50: [500], p90: [1082] },
];

/** How far a figure is from the nearest measured one, or from between two. */
export const distance = (value: number, measured: readonly number[]): number => {
  const [least, greatest] = [Math.min(...measured), Math.max(...measured)];
  return value < least ? value - least : Math.max(0, value - greatest);
};

/** Simulated beside measured. */
export const arenaTable = (reports: readonly Report[]): string =>
  [
    '| users | row | cached, later turns, % | measured | TTFT p50, ms | measured | TTFT p90, ms | measured |',
    '| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...reports.flatMap(({ scenario, policies }) => {
      const users = Number(/\d+/.exec(scenario.name)![0]);
      return policies.map(({ name, estimates }) => {
        const live = LIVE.find((row) => row.users === users && row.policy === name);
        const figure = (key: string, scale = 1): number => estimates[key]!.mean * scale;
        const cells = [
          figure('kv_reuse_later_turns', 100).toFixed(1),
          rangeOf(live?.cached),
          figure('ttft_p50_ms').toFixed(0),
          rangeOf(live?.p50),
          figure('ttft_p90_ms').toFixed(0),
          rangeOf(live?.p90),
        ];
        return `| ${String(users)} | ${name} | ${cells.join(' | ')} |`;
      });
    }),
  ].join('\n');

const rangeOf = (measured: readonly number[] | undefined): string =>
  measured === undefined ? '' : measured.map(String).join(' to ');
