/** Which cluster served each turn of the demo's session, and how much of its prompt was cached. */
import { openInProcessFleet } from '../../src/adapters/demo/in-process-fleet.js';
import {
  playStory,
  STORY_RUNS,
  type ServedTurn,
  type Turn,
} from '../../src/adapters/demo/story.js';
import { path, picture, rect, SOFT, text } from './svg.js';

const LEFT = 190;
const CELL = 58;
const RUN = 118;
const LANES = ['A', 'B'] as const;

type Served = Readonly<{ turn: Turn; served: ServedTurn }>;

/** Plays the demo in virtual time and draws `docs/pictures/session-lanes.svg`. */
export const drawSessionLanes = async (): Promise<string> => {
  const parts: string[] = [];
  for (const [at, run] of STORY_RUNS.entries()) {
    const turns: Served[] = [];
    const fleet = await openInProcessFleet(run);
    for await (const event of playStory(fleet)) if (event.kind === 'turn') turns.push(event);
    await fleet.close();
    const flag = `last_cluster_affinity ${run.lastClusterAffinity ? 'on' : 'off'}`;
    parts.push(...drawRun([run.algorithm, flag], turns, 56 + at * RUN));
  }
  const bottom = 56 + STORY_RUNS.length * RUN;
  const width = LEFT + 11 * CELL + 30;
  return picture(
    width,
    bottom + 40,
    'Eleven turns of one session: A is full for the first one, then free',
    [...parts, ...legend(bottom + 6)],
  );
};

const drawRun = (
  names: readonly string[],
  turns: readonly Served[],
  top: number,
): readonly string[] => [
  ...names.map((name, at) =>
    text(20, top + 30 + at * 18, name, { size: 12, ...(at > 0 && { fill: SOFT }) }),
  ),
  ...LANES.map((lane, at) =>
    text(LEFT - 14, top + 26 + at * 40, lane, { anchor: 'end', weight: 600 }),
  ),
  ...LANES.map((_, at) =>
    path(
      `M${String(LEFT)} ${String(top + 21 + at * 40)}H${String(LEFT + turns.length * CELL)}`,
      '#e1e6ec',
    ),
  ),
  ...turns.flatMap(({ turn, served }, at) => {
    const share = served.cachedTokens / turn.promptTokens;
    const y = top + 6 + Math.max(LANES.indexOf(served.clusterId as 'A'), 0) * 40;
    const x = LEFT + at * CELL + 3;
    const isCold = share === 0;
    return [
      rect(x, y, CELL - 6, 30, isCold ? '#b24a26' : '#cfe6d8', 5),
      rect(x, y, (CELL - 6) * share, 30, '#1f7a4d', 5),
      text(x + (CELL - 6) / 2, y + 20, `${String(Math.round(served.ttftMs))} ms`, {
        ...{ size: 11, anchor: 'middle', fill: '#ffffff' },
      }),
    ];
  }),
];

const legend = (y: number): readonly string[] => [
  rect(20, y, 14, 14, '#b24a26', 3),
  text(40, y + 12, 'cold: the whole prompt is computed', { size: 12, fill: SOFT }),
  rect(280, y, 14, 14, '#1f7a4d', 3),
  text(300, y + 12, 'the part of the prompt found in the cache', { size: 12, fill: SOFT }),
  text(570, y + 12, 'figures: time to the first token', { size: 12, fill: SOFT }),
];
