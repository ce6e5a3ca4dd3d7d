/** Time to the first token over load, for a few policies, as the simulator has it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  openWorkload,
  readScenario,
  runPolicy,
  type Scenario,
} from '../../src/adapters/simulator/index.js';
import { path, picture, point, rect, SOFT, text } from './svg.js';

/** Sessions per second, of the scenario's four clusters. */
export const RATES = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8] as const;

/** Policies of the scenario, by name, with their colours. */
const POLICIES = {
  'pulsar-wait-and-widen, flag on': '#0072b2',
  'session stickiness': '#d55e00',
  pulsar: '#cc79a7',
  'round-robin': '#8a7a00',
  'power-of-n': '#5b6672',
} as const;

export type PolicyName = keyof typeof POLICIES;

/** TTFT p99 in ms by policy, one figure for each rate. */
export type LoadSweep = Readonly<Record<PolicyName, readonly number[]>>;

const SCENARIO = 'saturated-rank-one';

/** One point of the sweep; `root` is the folder of the repository. */
export const measureLoad = async (
  root: string,
  name: PolicyName,
  rate: number,
): Promise<number> => {
  const read = await readScenario(join(root, 'data/scenarios', `${SCENARIO}.json`));
  if (read._tag === 'Left') throw new Error(read.left.join('\n'));
  const { workload } = read.right;
  if (workload.kind !== 'synthetic') throw new Error(`${SCENARIO}: expected made-up sessions`);
  const arrivals = { kind: 'poisson', sessionsPerSecond: rate } as const;
  const scenario: Scenario = { ...read.right, workload: { ...workload, arrivals } };
  const opened = await openWorkload(scenario.workload);
  if (opened._tag === 'Left') throw new Error(opened.left);
  const policy = scenario.policies.find((known) => known.name === name)!;
  const { ttftMs } = runPolicy(scenario, policy, scenario.seed, opened.right.create);
  return Math.round(ttftMs.p99);
};

/** Every point: about half a minute. */
export const measureSweep = async (root: string): Promise<LoadSweep> => {
  const sweep = {} as Record<PolicyName, number[]>;
  for (const name of Object.keys(POLICIES) as PolicyName[]) {
    sweep[name] = [];
    for (const rate of RATES) sweep[name].push(await measureLoad(root, name, rate));
  }
  return sweep;
};

/** The figures that the picture is drawn from. */
export const readSweep = (root: string): LoadSweep =>
  JSON.parse(readFileSync(join(root, 'docs/pictures/load-sweep.json'), 'utf8')) as LoadSweep;

const [LEFT, RIGHT, TOP, BOTTOM] = [84, 640, 64, 384] as const;
const [LEAST_MS, MOST_MS] = [100, 200_000] as const;

/** Draws `docs/pictures/load-sweep.svg`. */
export const drawLoadSweep = (sweep: LoadSweep): string => {
  const first = RATES[0];
  const span = RATES.at(-1)! - first;
  const x = (rate: number): number => LEFT + ((rate - first) / span) * (RIGHT - LEFT);
  const y = (ms: number): number =>
    BOTTOM -
    (Math.log(Math.max(ms, LEAST_MS) / LEAST_MS) / Math.log(MOST_MS / LEAST_MS)) * (BOTTOM - TOP);
  const names = Object.keys(POLICIES) as PolicyName[];
  return picture(900, 440, 'Time to the first token over load (p99, simulated)', [
    ...[100, 1000, 10_000, 100_000].flatMap((ms) => [
      path(`M${String(LEFT)} ${point(0, y(ms)).slice(2)}H${String(RIGHT)}`, '#e1e6ec'),
      text(LEFT - 8, y(ms) + 4, ms < 1000 ? `${String(ms)} ms` : `${String(ms / 1000)} s`, {
        size: 12,
        fill: SOFT,
        anchor: 'end',
      }),
    ]),
    ...RATES.map((rate) =>
      text(x(rate), BOTTOM + 20, String(rate), { size: 12, fill: SOFT, anchor: 'middle' }),
    ),
    text(
      (LEFT + RIGHT) / 2,
      BOTTOM + 42,
      'new sessions per second, on four clusters of eight slots',
      { size: 12, fill: SOFT, anchor: 'middle' },
    ),
    ...names.flatMap((name) => {
      const points = RATES.map((rate, at) => point(x(rate), y(sweep[name][at]!)));
      return [
        path(`M${points.join('L')}`, POLICIES[name], 'stroke-width="2.5" stroke-linejoin="round"'),
        ...RATES.map((rate, at) =>
          rect(x(rate) - 3, y(sweep[name][at]!) - 3, 6, 6, POLICIES[name], 3),
        ),
      ];
    }),
    ...names.flatMap((name, at) => [
      rect(RIGHT + 28, TOP + 4 + at * 24, 14, 5, POLICIES[name], 2),
      text(RIGHT + 50, TOP + 12 + at * 24, name, { size: 12.5 }),
    ]),
  ]);
};
