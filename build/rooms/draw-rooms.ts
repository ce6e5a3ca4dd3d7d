/** The rooms as a picture: floors from the top down, an arrow from each room to those it needs. */
import { fileArrows, roomArrows } from './room-graph.js';
import { REQUEST_WAY } from './request-way.js';
import { ROOMS, type Room } from './rooms.js';

const WIDTH = 1160;
const BOX = { width: 128, height: 72, gap: 12 };
const FLOOR_HEIGHT = 138;
const LEFT = 30;
const TOP = 56;

/** Floors in the order of the picture, with what they are. */
const FLOORS: Readonly<Record<string, string>> = {
  house: 'what people start',
  servers: 'servers',
  parts: 'what servers are made of',
  ground: 'what everything stands on',
  pure: 'pure: no clock, no chance, no input or output',
};

type Place = Readonly<{ x: number; y: number }>;

/** The picture as SVG, from the imports of the source as it is. */
export const drawRooms = (): string => {
  const places = placesOf();
  const arrows = withoutShortcuts(roomArrows(fileArrows()));
  const height = TOP + Object.keys(FLOORS).length * FLOOR_HEIGHT + 40 + REQUEST_WAY.length * 20;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(height)}" font-family="system-ui, sans-serif">`,
    '<title>The rooms of the source, and the way of a request through them</title>',
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0 8 4 0 8z" fill="#8a93a0"/></marker></defs>',
    `<rect width="${String(WIDTH)}" height="${String(height)}" fill="#ffffff"/>`,
    text(LEFT, 30, 'The rooms of the source: each needs only rooms further down', 17, '#1d2733'),
    ...floors(),
    ...[...arrows].flatMap(([from, targets]) =>
      [...targets].map((to) => arrow(places.get(from)!, places.get(to)!)),
    ),
    ...ROOMS.map((room) => box(room, places.get(room.name)!)),
    ...way(TOP + Object.keys(FLOORS).length * FLOOR_HEIGHT + 20),
    '</svg>\n',
  ].join('\n');
};

const floors = (): readonly string[] =>
  Object.entries(FLOORS).flatMap(([, about], i) => {
    const y = TOP + i * FLOOR_HEIGHT - 10;
    const fill = i % 2 === 0 ? '#f4f6f9' : '#fafbfc';
    return [
      `<rect x="12" y="${String(y)}" width="${String(WIDTH - 24)}" height="${String(FLOOR_HEIGHT - 6)}" rx="8" fill="${fill}"/>`,
      text(LEFT, y + 20, about, 12, '#6b7683'),
    ];
  });

const placesOf = (): ReadonlyMap<string, Place> =>
  new Map(
    Object.keys(FLOORS).flatMap((floor, row) => {
      const rooms = ROOMS.filter((room) => room.floor === floor);
      const total = rooms.length * BOX.width + (rooms.length - 1) * BOX.gap;
      const left = (WIDTH - total) / 2;
      return rooms.map(({ name }, column): [string, Place] => [
        name,
        { x: left + column * (BOX.width + BOX.gap), y: TOP + row * FLOOR_HEIGHT + 24 },
      ]);
    }),
  );

/** Arrows that no way over other rooms stands for. */
const withoutShortcuts = (
  arrows: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const reaches = (from: string, to: string): boolean =>
    [...(arrows.get(from) ?? [])].some((next) => next === to || reaches(next, to));
  return new Map(
    [...arrows].map(([from, targets]) => [
      from,
      new Set(
        [...targets].filter(
          (to) => ![...targets].some((other) => other !== to && reaches(other, to)),
        ),
      ),
    ]),
  );
};

const box = ({ name, about }: Room, { x, y }: Place): string => {
  const steps = REQUEST_WAY.flatMap(({ from, to }, i) => (to === name ? [{ from, i }] : []));
  const isOnWay = REQUEST_WAY.some(({ from, to }) => from === name || to === name);
  const [fill, stroke] = isOnWay ? ['#fff3e6', '#d97a1c'] : ['#ffffff', '#b6bfca'];
  return [
    `<rect x="${String(x)}" y="${String(y)}" width="${String(BOX.width)}" height="${String(BOX.height)}" rx="6" fill="${fill}" stroke="${stroke}"/>`,
    text(x + 9, y + 19, name, 13, '#1d2733', 'bold'),
    ...wrapped(about).map((line, i) => text(x + 9, y + 35 + i * 14, line, 11, '#4c5866')),
    ...steps.map(({ i }, at) => badge(x + BOX.width - 14 - at * 20, y, i + 1)),
  ].join('\n');
};

const way = (top: number): readonly string[] => [
  text(LEFT, top + 4, 'The way of a request', 14, '#1d2733', 'bold'),
  ...REQUEST_WAY.flatMap(({ from, to, what }, i) => {
    const y = top + 26 + i * 20;
    return [
      badge(LEFT + 9, y - 4, i + 1),
      text(LEFT + 28, y, `${from} to ${to}: ${what}`, 12, '#1d2733'),
    ];
  }),
];

const badge = (x: number, y: number, number: number): string =>
  `<circle cx="${String(x)}" cy="${String(y)}" r="9" fill="#d97a1c"/>` +
  `<text x="${String(x)}" y="${String(y + 4)}" font-size="11" fill="#ffffff" text-anchor="middle">${String(number)}</text>`;

/** From the lower edge of one box to the upper edge of another; along a floor it bows. */
const arrow = (from: Place, to: Place): string => {
  const half = BOX.width / 2;
  const [x1, x2] = [from.x + half, to.x + half];
  const isLevel = from.y === to.y;
  const y1 = from.y + BOX.height;
  const y2 = isLevel ? y1 : to.y;
  const bend = isLevel ? y1 + 26 : (y1 + y2) / 2;
  const second = isLevel ? bend : y2 - 26;
  const first = isLevel ? bend : y1 + 26;
  return `<path d="M${n(x1)} ${n(y1)} C${n(x1)} ${n(first)} ${n(x2)} ${n(second)} ${n(x2)} ${n(y2)}" fill="none" stroke="#8a93a0" stroke-opacity="0.7" marker-end="url(#tip)"/>`;
};

const n = (value: number): string => String(Math.round(value * 10) / 10);

const wrapped = (about: string): readonly string[] => {
  const lines = [''];
  for (const word of about.split(' ')) {
    const longer = `${lines.at(-1)!} ${word}`.trim();
    if (longer.length <= 19) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
};

const text = (
  x: number,
  y: number,
  words: string,
  size: number,
  fill: string,
  weight = 'normal',
): string =>
  `<text x="${n(x)}" y="${n(y)}" font-size="${String(size)}" fill="${fill}" font-weight="${weight}">${words}</text>`;
