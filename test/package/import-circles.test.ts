import { expect, test } from 'vitest';
import { readSource, resolveImport, type SourceFile } from '../support/source-files.js';

const files = readSource();

/** Where types count, too: there no two files need each other at all. */
const STRICT = ['core', 'session', 'entry'];

test('no import of the core or the session runs in a circle, types included', () => {
  const strict = files.filter(({ layer }) => STRICT.includes(layer));
  expect(circlesIn(importsOf(strict))).toEqual([]);
});

test('circles are found, of two files and of more', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', ['e']],
    ['e', ['d']],
    ['f', ['a', 'd']],
  ]);
  expect(circlesIn(imports)).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ]);
});

const importsOf = (among: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    among.map((file) => [
      file.path,
      file.imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => resolveImport(file, specifier)),
    ]),
  );

/** Sets of files that reach each other, in order. */
const circlesIn = (
  imports: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] => {
  const reach = new Map(Array.from(imports.keys(), (path) => [path, reachableFrom(path, imports)]));
  const circles = Array.from(reach, ([path, reached]) =>
    [...reached].filter((other) => reach.get(other)?.has(path)).sort(),
  ).filter((circle) => circle.length > 1);
  return [...new Map(circles.map((circle) => [circle.join(' '), circle])).values()];
};

const reachableFrom = (
  path: string,
  imports: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> => {
  const reached = new Set<string>();
  const left = [path];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const found of imports.get(next) ?? []) {
      if (reached.has(found)) continue;
      reached.add(found);
      left.push(found);
    }
  }
  return reached;
};
