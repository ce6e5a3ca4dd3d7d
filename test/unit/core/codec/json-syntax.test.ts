import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEEDS } from '../../../support/check-law.js';
import { effort } from '../../../support/effort.js';

import { findSyntaxFault } from '../../../../src/core/codec/json-syntax.js';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** JSON with something cut out and something put in. */
const damagedJson = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.nat({ max: 3 }),
    fc.constantFrom('', ',', '"', '\\', '{', '}', '[', ']', ':', '0', '-', '.', 'e', 'true', '\n'),
  )
  .map(([json, place, length, inserted]) => {
    const at = place % (json.length + 1);
    return json.slice(0, at) + inserted + json.slice(at + length);
  });

describe('findSyntaxFault', () => {
  test.each(SEEDS)('finds a fault exactly where JSON.parse does not read (seed %i)', (seed) => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), damagedJson, fc.string()), (text) => {
        expect(findSyntaxFault(text) === undefined).toBe(isJson(text));
      }),
      { seed, numRuns: effort(5000) },
    );
  });

  test.each([
    ['', 1, 1, 'a value', 'the end'],
    ['{"a": 1,}', 1, 9, 'a member name in double quotes', '"}"'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, '"," or "}"', '"\\""'],
    ['[1, 2', 1, 6, '"," or "]"', 'the end'],
    ['[1,]', 1, 4, 'a value', '"]"'],
    ['[', 1, 2, 'a value or "]"', 'the end'],
    ["{'a': 1}", 1, 2, 'a member name in double quotes or "}"', '"\'"'],
    ['{"a" 1}', 1, 6, '":"', '"1"'],
    ['{"a": tru}', 1, 7, 'a value', '"t"'],
    ['{"a": 01}', 1, 8, '"," or "}"', '"1"'],
    ['{"a": "b}', 1, 10, 'a closing quote', 'the end'],
    ['"a\nb"', 1, 3, 'no control character inside a string', '"\\n"'],
    ['"\\x"', 1, 2, 'an escape that JSON knows, such as \\n or \\u00e4', '"\\\\"'],
    ['{} {}', 1, 4, 'the end', '"{"'],
    ['\r\n\t{\r\n"a":nul\r\n}', 3, 5, 'a value', '"n"'],
  ])('%j fails at line %i, column %i', (text, line, column, expected, found) => {
    expect(findSyntaxFault(text)).toEqual({ line, column, expected, found });
  });

  test('reads a string of a million characters and a hundred thousand levels', () => {
    expect(findSyntaxFault(`"${'a'.repeat(1e6)}"`)).toBeUndefined();
    expect(findSyntaxFault(`"${'\\n'.repeat(1e6)}"`)).toBeUndefined();
    expect(findSyntaxFault('['.repeat(1e5))).toMatchObject({ column: 1e5 + 1 });
    expect(findSyntaxFault('['.repeat(1e5) + ']'.repeat(1e5))).toBeUndefined();
  });
});
