import { describe, expect, test } from 'vitest';
import { findCircles } from '../../build/rooms/import-circles.js';
import { fileArrows, roomArrows, roomOf } from '../../build/rooms/room-graph.js';
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
