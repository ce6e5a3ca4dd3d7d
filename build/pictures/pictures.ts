/** Every picture under `docs/pictures`, by the name of its file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCaseText } from '../../src/adapters/cases/index.js';
import { timelineSvg } from '../../src/adapters/cli/timeline/timeline-svg.js';
import { createView } from '../../src/index.js';
import { drawDashboard } from './dashboard/draw-dashboard.js';
import { readPanels, readRecord } from './dashboard/record.js';
import { drawLoadSweep, readSweep } from './load-sweep.js';
import { drawRequestSequence } from './request-sequence.js';
import { drawSessionLanes } from './session-lanes.js';

const drawTimeline = (root: string): string => {
  const parsed = parseCaseText(readFileSync(join(root, 'examples/bands.json'), 'utf8'), createView);
  if (parsed._tag === 'Left') throw new Error(parsed.left.map(({ message }) => message).join('\n'));
  return timelineSvg(parsed.right);
};

/** Draws them; `root` is the folder of the repository. */
export const drawPictures = async (root: string): Promise<Readonly<Record<string, string>>> => ({
  'request-sequence.svg': drawRequestSequence(),
  'timeline.svg': drawTimeline(root),
  'session-lanes.svg': await drawSessionLanes(),
  'load-sweep.svg': drawLoadSweep(readSweep(root)),
  'dashboard.svg': drawDashboard(readPanels(root), readRecord(root)),
});
