/** One panel: its title, the lines over time, the greatest value, and the names of the lines. */
import { path, point, rect, SOFT, text } from '../svg.js';
import { STORY, type RecordedLine, type RecordedPanel } from './record.js';

/** Width and height of a panel, its names included. */
export const PANEL = { width: 296, height: 190 } as const;

const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8a7a00', '#5b6672'] as const;
const [LEFT, RIGHT, TOP, BOTTOM] = [46, PANEL.width - 12, 32, 126] as const;
/** As many names as there is room for. */
const NAMES = 6;
/** Characters that fit: of a name that stands alone, of one of two in a line. */
const [ALONE, HALF] = [50, 24] as const;

/** Draws a panel with its upper left corner at `x` and `y`. */
export const drawPanel = (
  { title, lines }: RecordedPanel,
  unit: string | undefined,
  x: number,
  y: number,
): readonly string[] => {
  const frame = [
    rect(x, y, PANEL.width, PANEL.height, '#f5f7fa', 4),
    text(x + 12, y + 21, title, { size: 13, weight: 600 }),
  ];
  const known = lines.filter(({ values }) => values.some((value) => value !== null));
  if (known.length === 0) {
    const middle = x + PANEL.width / 2;
    return [...frame, text(middle, y + 84, 'no data', { fill: SOFT, anchor: 'middle' })];
  }
  const most = roundUp(Math.max(...known.flatMap(({ values }) => values.map((one) => one ?? 0))));
  return [
    ...frame,
    ...drawEpisodes(x, y),
    ...drawAxes(x, y, most, unit),
    ...known.map((line, at) => drawLine(line, most, COLOURS[at % COLOURS.length]!, x, y)),
    ...drawNames(known, x, y),
  ];
};

const across = (seconds: number): number => LEFT + (seconds / STORY.seconds) * (RIGHT - LEFT);

const drawEpisodes = (x: number, y: number): readonly string[] =>
  [[STORY.rush, '#e3e8ee'] as const, [STORY.outage, '#f6ddd0'] as const].map(
    ([{ from, to }, fill]) =>
      rect(x + across(from), y + TOP, across(to) - across(from), BOTTOM - TOP, fill),
  );

const drawAxes = (x: number, y: number, most: number, unit?: string): readonly string[] => {
  const look = { size: 10, fill: SOFT, anchor: 'end' } as const;
  const grid = (at: number): string =>
    path(`M${point(x + LEFT, y + at)}L${point(x + RIGHT, y + at)}`, '#c9d1da');
  return [
    ...[grid(TOP), grid(BOTTOM)],
    text(x + LEFT - 5, y + TOP + 4, say(most, unit), look),
    text(x + LEFT - 5, y + BOTTOM + 3, '0', look),
  ];
};

const drawLine = (
  { values }: RecordedLine,
  most: number,
  colour: string,
  x: number,
  y: number,
): string => {
  let d = '';
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const [before, after] = [values[at - 1] ?? null, values[at + 1] ?? null];
    // The middle of a level stretch adds nothing.
    if (before === value && after === value) continue;
    const right = x + across(at * STORY.stepSeconds);
    d += `${before === null ? 'M' : 'L'}${point(right, y + BOTTOM - (value / most) * (BOTTOM - TOP))}`;
    if (before === null && after === null) d += 'h1';
  }
  return path(d, colour, 'stroke-width="1.6" stroke-linejoin="round"');
};

const drawNames = (lines: readonly RecordedLine[], x: number, y: number): readonly string[] => {
  const isCut = lines.length > NAMES;
  const shown = lines.slice(0, isCut ? NAMES - 1 : NAMES);
  const place = (at: number) =>
    [x + 12 + (at % 2) * 142, y + 145 + Math.floor(at / 2) * 16] as const;
  const room = lines.length === 1 ? ALONE : HALF;
  const allNames = shortNames(lines.map(({ name }) => name));
  const names = shown.flatMap((_, at) => {
    const [left, base] = place(at);
    const name = allNames[at]!;
    const words = name.length > room ? `${name.slice(0, room - 1)}…` : name;
    return [
      rect(left, base - 5, 9, 3, COLOURS[at % COLOURS.length]!, 1),
      text(left + 13, base, words, { size: 10 }),
    ];
  });
  if (!isCut) return names;
  const [left, base] = place(NAMES - 1);
  const words = `and ${String(lines.length - shown.length)} more`;
  return [...names, text(left + 13, base, words, { size: 10, fill: SOFT })];
};

/** Names without words that all of them share; engines are named by their ports. */
const shortNames = (names: readonly string[]): readonly string[] => {
  const words = names.map((name) => [...new Set(name.replaceAll('127.0.0.1', '').split(' '))]);
  if (words.length === 1) return [words[0]!.join(' ')];
  return words.map((own) =>
    own.filter((word) => !words.every((all) => all.includes(word))).join(' '),
  );
};

/** The next of 1, 2 and 5 times a power of ten; 1 for nothing. */
const roundUp = (value: number): number => {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return Number(([1, 2, 5, 10].find((step) => step * power >= value)! * power).toPrecision(1));
};

const say = (value: number, unit?: string): string => {
  if (unit === 'percentunit') return `${String(Math.round(value * 100))} %`;
  if (unit === 'reqps') return `${String(value)}/s`;
  if (unit === 's') return saySeconds(value);
  const [short, letter] = value >= 1e6 ? [value / 1e6, 'M'] : [value / 1e3, 'k'];
  const number = value >= 1000 ? `${String(short)} ${letter}` : `${String(value)} `;
  return unit === 'Bps' ? `${number}B/s` : number.trim();
};

const saySeconds = (value: number): string => {
  if (value >= 1) return `${String(value)} s`;
  const [scaled, unit] = value >= 1e-3 ? [value * 1e3, 'ms'] : [value * 1e6, 'µs'];
  return `${String(Number(scaled.toPrecision(3)))} ${unit}`;
};
