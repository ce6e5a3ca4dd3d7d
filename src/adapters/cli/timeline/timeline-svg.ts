/** The timetable of a wait as a picture: a lane per cluster, the phases above, decisions below. */
import { counted } from '../../../core/codec/counted.js';
import { shortened } from '../../../core/codec/fault.js';
import type { Decision } from '../../../core/decision.js';
import type { Verdict } from '../../../core/selection/trace.js';
import type { Case } from '../../cases/index.js';
import { inWords, VERDICTS } from '../../terminal/words.js';
import { timetableOf, type Lane, type Timetable } from './timetable.js';

const WIDTH = 880;
const LEFT = 150;
const RIGHT = 24;
const TOP = 84;
const LANE = 34;

/** Clusters drawn; further ones are counted below. */
const MOST_LANES = 24;

/** How a cluster looks while it stands so: kept out for now, for good, in reach, chosen. */
const LOOKS: Readonly<Record<'closed' | 'barred' | 'open' | 'chosen', readonly [string, string]>> =
  {
    closed: ['#e9edf2', '#5b6672'],
    barred: ['#f6dcd3', '#8a3b1d'],
    open: ['#cfe3f7', '#1f4d78'],
    chosen: ['#1f7a4d', '#ffffff'],
  };

const LOOK_WORDS = {
  closed: 'not open yet',
  barred: 'cannot take it',
  open: 'in reach, another is better',
  chosen: 'chosen',
} as const;

const OPENS_LATER: readonly Verdict[] = ['band_closed', 'bucket_closed', 'outside_group'];
const IN_REACH: readonly Verdict[] = [
  ...(['not_sampled', 'worse_score', 'lost_tie', 'lower_rank', 'not_its_turn'] as const),
  'not_considered',
];

const lookOf = (verdict: Verdict): keyof typeof LOOKS => {
  if (verdict === 'chosen') return 'chosen';
  if (OPENS_LATER.includes(verdict)) return 'closed';
  return IN_REACH.includes(verdict) ? 'open' : 'barred';
};

/** What a picture may be told: the moment to mark, in ms after arrival; none by default. */
export type TimelineSvgOptions = Readonly<{ markMs?: number }>;

/** Draws what a waiting request would see, as an SVG document that stands alone. */
export const timelineSvg = (given: Case, { markMs }: TimelineSvgOptions = {}): string => {
  const table = timetableOf(given);
  const lanes = table.lanes.slice(0, MOST_LANES);
  const bottom = TOP + lanes.length * LANE;
  const height = bottom + 132;
  const x = (ms: number): number =>
    round(LEFT + (Math.min(ms, table.endMs) / table.endMs) * (WIDTH - LEFT - RIGHT));
  const title = `Timetable of a wait: ${given.policy.algorithm}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(height)}" ` +
      'font-family="system-ui, sans-serif" role="img">',
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(describe(table))}</desc>`,
    `<rect width="${String(WIDTH)}" height="${String(height)}" fill="#ffffff"/>`,
    text(16, 28, title, { size: 16 }),
    ...phases(table, x, bottom),
    ...lanes.flatMap((lane, at) => drawLane(lane, at, x)),
    ...decisions(table, x, bottom),
    ...ticks(table, x, bottom),
    ...legend(height, table.lanes.length - lanes.length),
    ...(markMs === undefined ? [] : mark(x(markMs), bottom)),
    '</svg>',
    '',
  ].join('\n');
};

type Place = (ms: number) => number;

/** The affinity wait and what follows, as bands of colour behind the lanes. */
const phases = ({ waitMs, endMs }: Timetable, x: Place, bottom: number): readonly string[] => {
  const area = (fromMs: number, toMs: number, fill: string): string =>
    rect(x(fromMs), 42, x(toMs) - x(fromMs), bottom - 36, fill);
  const name = (fromMs: number, toMs: number, ...labels: readonly string[]): string =>
    fitted(x(fromMs), 61, x(toMs) - x(fromMs), labels, '#4a5563');
  if (waitMs === 0)
    return [
      area(0, endMs, '#f7f9fb'),
      name(0, endMs, 'no affinity wait: the search is wide at once'),
    ];
  return [
    area(0, waitMs, '#fdf5e2'),
    area(waitMs, endMs, '#f7f9fb'),
    name(0, waitMs, `affinity phase, X = ${inWords(waitMs)}`, `X = ${inWords(waitMs)}`),
    name(waitMs, endMs, 'widening phase'),
  ];
};

const drawLane = (
  { clusterId, position, spans }: Lane,
  at: number,
  x: Place,
): readonly string[] => {
  const y = TOP + at * LANE;
  const rank = position === null ? '' : `${String(position)}. `;
  return [
    text(16, y + 18, rank + shortened(clusterId, 14), { size: 13 }),
    ...spans.flatMap(({ fromMs, toMs, verdict, bucket }) => {
      const [fill, ink] = LOOKS[lookOf(verdict)];
      const width = x(toMs) - x(fromMs);
      const label =
        bucket === null ? VERDICTS[verdict] : `${VERDICTS[verdict]} · bucket ${String(bucket)}`;
      return [
        rect(x(fromMs) + 1, y + 2, Math.max(width - 2, 1), LANE - 10, fill, 4),
        fitted(x(fromMs), y + 18, width, [label, VERDICTS[verdict]], ink),
      ];
    }),
  ];
};

/** What the request would be told, and from when on. */
const decisions = (table: Timetable, x: Place, bottom: number): readonly string[] => [
  text(16, bottom + 26, 'decision', { size: 13, fill: '#4a5563' }),
  ...table.decisions.flatMap(({ fromMs, toMs, decision }) => {
    const fill =
      decision.kind === 'selected' ? '#1f7a4d' : decision.kind === 'wait' ? '#c98a1b' : '#a8482a';
    const width = x(toMs) - x(fromMs);
    return [
      rect(x(fromMs) + 1, bottom + 10, Math.max(width - 2, 1), LANE - 10, fill, 4),
      fitted(x(fromMs), bottom + 26, width, [labelOf(decision), shortLabelOf(decision)], '#ffffff'),
    ];
  }),
];

/** Times at which a decision begins, and at which the affinity wait ends. */
const ticks = (table: Timetable, x: Place, bottom: number): readonly string[] => {
  const openings = table.lanes.flatMap(({ spans }) => spans.map(({ fromMs }) => fromMs));
  const times = [
    ...new Set([...table.decisions.map(({ fromMs }) => fromMs), table.waitMs, ...openings]),
  ];
  let free = -Infinity;
  return times
    .sort((a, b) => a - b)
    .flatMap((ms) => {
      const at = x(ms);
      const line = `<path d="M${String(at)} 66V${String(bottom + 38)}" stroke="#8a93a0" stroke-opacity="0.55" stroke-dasharray="2 3"/>`;
      if (at < free) return [line];
      free = at + 58;
      return [
        line,
        text(at, bottom + 54, inWords(ms), { size: 11, fill: '#4a5563', anchor: 'middle' }),
      ];
    });
};

const legend = (height: number, leftOut: number): readonly string[] => [
  ...(['chosen', 'open', 'closed', 'barred'] as const).flatMap((look, at) => {
    const left = 16 + at * 200;
    return [
      rect(left, height - 46, 14, 14, LOOKS[look][0], 3),
      text(left + 20, height - 35, LOOK_WORDS[look], { size: 12, fill: '#4a5563' }),
    ];
  }),
  text(
    16,
    height - 12,
    `time since the request arrived${leftOut > 0 ? `; not drawn: ${counted(leftOut, 'more cluster')}` : ''}`,
    {
      ...{ size: 12, fill: '#4a5563' },
    },
  ),
];

const mark = (at: number, bottom: number): readonly string[] => [
  `<path class="now" d="M${String(at)} 42V${String(bottom + 38)}" stroke="#1d2733" stroke-width="2"/>`,
];

const labelOf = (decision: Decision): string => {
  if (decision.kind === 'selected') return shortened(decision.clusterId, 24);
  if (decision.kind === 'wait') return `wait until ${inWords(decision.untilMs)}`;
  return decision.kind === 'unavailable'
    ? `unavailable: ${decision.reason}`
    : `rejected: ${decision.code}`;
};

const shortLabelOf = (decision: Decision): string =>
  decision.kind === 'selected' ? shortened(decision.clusterId, 8) : decision.kind;

const describe = (table: Timetable): string =>
  table.decisions
    .map(({ fromMs, decision }) => `From ${inWords(fromMs)}: ${labelOf(decision)}.`)
    .join(' ');

type TextLook = Readonly<{ size: number; fill?: string; anchor?: 'middle' }>;

const text = (
  x: number,
  y: number,
  words: string,
  { size, fill = '#1d2733', anchor }: TextLook,
): string =>
  `<text x="${String(x)}" y="${String(y)}" font-size="${String(size)}" fill="${fill}"` +
  `${anchor === undefined ? '' : ` text-anchor="${anchor}"`}>${escaped(words)}</text>`;

/** The first of some texts that fits into a width; nothing when none does. */
const fitted = (
  left: number,
  y: number,
  width: number,
  labels: string | readonly string[],
  fill: string,
): string => {
  const fits = [labels].flat().find((label) => label.length * 6.6 + 12 <= width);
  return fits === undefined ? '' : text(left + 8, y, fits, { size: 12, fill });
};

const rect = (x: number, y: number, width: number, height: number, fill: string, rx = 0): string =>
  `<rect x="${String(x)}" y="${String(y)}" width="${String(round(width))}" height="${String(height)}" ` +
  `fill="${fill}"${rx === 0 ? '' : ` rx="${String(rx)}"`}/>`;

const round = (value: number): number => Math.round(value * 10) / 10;

const escaped = (words: string): string =>
  words.replace(/[&<>"]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
