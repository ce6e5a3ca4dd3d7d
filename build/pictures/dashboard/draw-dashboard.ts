/** Every panel of the dashboard that is shipped, in its layout, with what was recorded. */
import { picture, rect, SOFT, text } from '../svg.js';
import { drawPanel, PANEL } from './draw-panel.js';
import { STORY, type Panel, type RecordedPanel } from './record.js';

/** Columns of Grafana's grid that a panel of ours is wide. */
const COLUMNS = 8;
const GAP = 12;
const HEADING = 34;
const MARGIN = 20;

/** Draws `docs/pictures/dashboard.svg`. */
export const drawDashboard = (
  panels: readonly Panel[],
  record: readonly RecordedPanel[],
): string => {
  const parts: string[] = drawKey();
  let y = 92;
  for (const [at, { title, type, gridPos, fieldConfig }] of panels.entries()) {
    if (type === 'row') {
      parts.push(text(MARGIN, y + 22, title, { size: 14, weight: 600, fill: SOFT }));
      y += HEADING;
      continue;
    }
    const recorded = record.find((one) => one.title === title);
    if (recorded === undefined) throw new Error(`dashboard.json has no panel "${title}"`);
    const x = MARGIN + (gridPos.x / COLUMNS) * (PANEL.width + GAP);
    parts.push(...drawPanel(recorded, fieldConfig?.defaults.unit, x, y));
    if (panels[at + 1]?.gridPos.y !== gridPos.y) y += PANEL.height + GAP;
  }
  const width = 2 * MARGIN + 3 * PANEL.width + 2 * GAP;
  return picture(width, y + MARGIN - GAP, 'The dashboard over a load of 100 seconds', parts);
};

const drawKey = (): string[] => {
  const { engines, slots } = STORY;
  const load = `${String(engines)} mock engines of ${String(slots)} slots, conversations of eight turns`;
  return [
    text(MARGIN, 54, load, { size: 12, fill: SOFT }),
    rect(MARGIN, 68, 14, 10, '#e3e8ee'),
    text(MARGIN + 20, 77, STORY.rush.words, { size: 12, fill: SOFT }),
    rect(MARGIN + 290, 68, 14, 10, '#f6ddd0'),
    text(MARGIN + 310, 77, STORY.outage.words, { size: 12, fill: SOFT }),
  ];
};
