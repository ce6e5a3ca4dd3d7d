import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesBetween } from '../../../../src/adapters/picker/stream/header-mutation.js';

type Lines = readonly (readonly [string, string])[];

/** What a proxy holds when it has done as it was told; connection headers are its own. */
const applied = (before: Lines, after: Lines): Lines => {
  const { setHeaders, removeHeaders } = changesBetween(before.flat(), after.flat());
  let lines = before.filter(([name]) => !removeHeaders.includes(name.toLowerCase()));
  for (const { header, appendAction } of setHeaders) {
    const isOverwrite = appendAction === 2;
    if (isOverwrite) lines = lines.filter(([name]) => name.toLowerCase() !== header.key);
    lines = [...lines, [header.key, header.rawValue!.toString('latin1')]];
  }
  return lines;
};

/** The values of every name, in their order: what a list of headers means. */
const meaningOf = (lines: Lines): Readonly<Record<string, readonly string[]>> => {
  const values: Record<string, string[]> = {};
  for (const [name, value] of lines) {
    if (name.toLowerCase() !== 'host') (values[name.toLowerCase()] ??= []).push(value);
  }
  return values;
};

const line = fc.tuple(
  fc.constantFrom('a', 'A', 'b', 'c', 'x-d', 'host'),
  fc.constantFrom('1', '2', '\u00ff'),
);

test('whatever two lists of headers are, a proxy gets from one to the other by the changes', () => {
  fc.assert(
    fc.property(fc.array(line), fc.array(line), (before, after) => {
      expect(meaningOf(applied(before, after))).toEqual(meaningOf(after));
    }),
  );
});

test('a list of which lines are left out, with some added at the end, is told by these alone', () => {
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.boolean()), fc.array(line), (before, isKept, added) => {
      const kept = before.filter((_, at) => isKept[at] ?? true);
      const { setHeaders, removeHeaders } = changesBetween(
        before.flat(),
        [...kept, ...added].flat(),
      );
      const touched = new Set(
        [...before.filter((_, at) => !(isKept[at] ?? true)), ...added].map(([name]) =>
          name.toLowerCase(),
        ),
      );
      for (const { header } of setHeaders) expect(touched).toContain(header.key);
      for (const name of removeHeaders) expect(touched).toContain(name);
    }),
  );
});

test('headers that stay are not told again', () => {
  const before = ['content-type', 'application/json', 'x-a', '1', 'accept', '*/*'];
  const after = ['content-type', 'application/json', 'accept', '*/*', 'x-b', '2'];
  const { setHeaders, removeHeaders } = changesBetween(before, after);
  expect(setHeaders.map(({ header }) => header.key)).toEqual(['x-b']);
  expect(removeHeaders).toEqual(['x-a']);
});
