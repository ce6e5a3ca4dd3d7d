import type { Report } from '../../src/adapters/simulator/index.js';

/** A row that was played on real servers: one figure per round. */
export type LiveRow = Readonly<{
  users: number;
  policy: string;
  /** Percent of the prompt tokens of later turns found in a cache. */
  cached: readonly number[];
  p50: readonly number[];
  p90: readonly number[];
}>;

/**
 * Rounds of 30 s from a cold start, with real engines, routers, gateways and clients on two cores
 * that had nothing else to do. Those of two rows at 90 users differ so much that there are more: eight,
 * and twenty-six of `power-of-n`. Of these, the first three and the eighth and ninth had one draw of
 * the conversations, the others had others; the eighth to the eleventh wrote decision records.
 */
export const LIVE: readonly LiveRow[] = [
  row(48, 'pww 6 and 8, flag on', [85, 84.6], [69, 70], [155, 151]),
  row(48, 'pww 6 and 8, flag on, opening', [84.5, 84.4], [70, 69], [157, 141]),
  row(48, 'pww 6 and 8, flag off', [84.6, 84.5], [70, 69], [150, 145]),
  row(48, 'waw, max_queued 8', [84.6, 84.8], [69, 70], [148, 150]),
  row(48, 'pww 6 and 8, no id', [42.3, 42.5], [196, 194], [491, 489]),
  row(48, 'power-of-n', [40.7, 40.5], [188, 182], [476, 474]),
  row(90, 'pww 6 and 8, flag on', [83.9, 83.7], [136, 142], [281, 284]),
  row(90, 'pww 6 and 8, flag on, opening', [84.6, 83.6], [115, 129], [259, 282]),
  row(
    90,
    'pww 6 and 8, flag off',
    [82, 79.5, 81.1, 81.7, 83.4, 82.4, 81.5, 82.8],
    [137, 143, 151, 146, 182, 133, 160, 141],
    [387, 548, 422, 361, 389, 359, 435, 358],
  ),
  row(90, 'pww 2 and 8, flag on', [76.4, 74.7], [242, 253], [593, 628]),
  row(90, 'pww 2 and 8, flag off', [64.6, 64.4], [334, 324], [673, 689]),
  row(90, 'pww 16 and 16', [80.1, 82.5], [126, 138], [494, 358]),
  row(90, 'waw, max_queued 8', [83.9, 82.7], [129, 143], [313, 361]),
  row(90, 'pww 6 and 8, no id', [28.2, 29.3], [559, 534], [919, 893]),
  row(
    90,
    'power-of-n',
    [
      27.3, 27.8, 30.4, 26.5, 28.6, 26.9, 29.5, 27.6, 27.5, 27.3, 30.3, 29.1, 27.9, 27.1, 27.5,
      28.5, 28.5, 26.1, 28.7, 27.4, 26.7, 28.9, 28.2, 28.2, 26.9, 27.1,
    ],
    [
      416, 405, 429, 436, 487, 423, 566, 424, 470, 409, 453, 386, 521, 503, 490, 560, 540, 574, 477,
      537, 450, 568, 520, 608, 487, 526,
    ],
    [
      2080, 2206, 1609, 1831, 1439, 1954, 986, 1950, 1467, 2199, 1361, 2083, 1245, 1275, 1361, 1232,
      1160, 1199, 1400, 1185, 1842, 1223, 1429, 1434, 1469, 1368,
    ],
  ),
];

function row(
  users: number,
  policy: string,
  cached: readonly number[],
  p50: readonly number[],
  p90: readonly number[],
): LiveRow {
  return { users, policy, cached, p50, p90 };
}

/** Mean of the rounds. */
export const meanOf = (rounds: readonly number[]): number =>
  rounds.reduce((sum, value) => sum + value, 0) / rounds.length;

/** Simulated beside measured. */
export const arenaTable = (reports: readonly Report[]): string =>
  [
    '| users | row | cached, later turns, % | measured | TTFT p50, ms | measured | TTFT p90, ms | measured |',
    '| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...reports.flatMap(({ scenario, policies }) => {
      const users = Number(/\d+/.exec(scenario.name)![0]);
      return policies.map(({ name, estimates }) => {
        const live = LIVE.find((one) => one.users === users && one.policy === name);
        const figure = (key: string, digits: number, scale = 1): string => {
          const { mean, halfWidth } = estimates[key]!;
          return `${(mean * scale).toFixed(digits)} ± ${(halfWidth * scale).toFixed(digits)}`;
        };
        const cells = [
          figure('kv_reuse_later_turns', 1, 100),
          roundsOf(live?.cached, 1),
          figure('ttft_p50_ms', 0),
          roundsOf(live?.p50, 0),
          figure('ttft_p90_ms', 0),
          roundsOf(live?.p90, 0),
        ];
        return `| ${String(users)} | ${name} | ${cells.join(' | ')} |`;
      });
    }),
  ].join('\n');

/** Their mean, and the least and the greatest. */
const roundsOf = (rounds: readonly number[] | undefined, digits: number): string => {
  if (rounds === undefined) return '';
  const [least, greatest] = [Math.min(...rounds), Math.max(...rounds)];
  return `${meanOf(rounds).toFixed(digits)} (${String(least)} to ${String(greatest)})`;
};
