import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { drawRooms } from '../../build/rooms/draw-rooms.js';
import { findCircles } from '../../build/rooms/import-circles.js';
import { fileArrows, roomArrows, roomOf } from '../../build/rooms/room-graph.js';
import { REQUEST_WAY } from '../../build/rooms/request-way.js';
import { roomRows } from '../../build/rooms/room-rows.js';
import { ROOMS } from '../../build/rooms/rooms.js';

const files = fileArrows();
const order = ROOMS.map(({ name }) => name);

describe('the rooms of the source', () => {
  test('hold every file, and none is empty', () => {
    const inRooms = [...files.keys()].map(roomOf);
    expect([...files.keys()].filter((path) => roomOf(path) === undefined)).toEqual([]);
    expect(order.filter((name) => !inRooms.includes(name))).toEqual([]);
  });

  test('import from rooms below them only', () => {
    const upward = [...files].flatMap(([from, targets]) =>
      [...targets]
        .filter((to) => order.indexOf(roomOf(to)!) > order.indexOf(roomOf(from)!))
        .map((to) => `${from} imports ${to}`),
    );
    expect(upward).toEqual([]);
  });

  test('import from each other in no circle', () => {
    expect(findCircles(roomArrows(files))).toEqual([]);
  });
});

describe('the picture of the rooms', () => {
  test('is drawn from the source as it is: npm run docs:rooms', () => {
    const path = join(import.meta.dirname, '../../docs/rooms.svg');
    expect(readFileSync(path, 'utf8')).toBe(drawRooms());
  });

  test('stands above a table of the rooms, in their order', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8');
    expect(page).toContain(roomRows().join('\n'));
  });

  test('shows a way of a request that imports allow', () => {
    const arrows = roomArrows(files);
    expect(REQUEST_WAY.filter(({ from, to }) => !arrows.get(from)!.has(to))).toEqual([]);
  });
});

describe('the files of the source', () => {
  test('import each other in no circle', () => {
    expect(findCircles(files)).toEqual([]);
  });
});

describe('a circle', () => {
  const arrows = (...pairs: readonly (readonly [string, string])[]) => {
    const made = new Map<string, Set<string>>();
    for (const [from, to] of pairs) made.set(from, (made.get(from) ?? new Set()).add(to));
    return made;
  };

  test('is found with all its members, and nobody else', () => {
    const drawn = arrows(['a', 'b'], ['b', 'c'], ['c', 'b'], ['c', 'd'], ['x', 'x']);
    expect(findCircles(drawn)).toEqual([['b', 'c'], ['x']]);
  });

  test('is none where ways only meet', () => {
    expect(findCircles(arrows(['a', 'b'], ['a', 'c'], ['b', 'd'], ['c', 'd']))).toEqual([]);
  });
});
