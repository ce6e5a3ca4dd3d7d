import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { describeGiven, shortened } from '../../../../src/core/codec/fault.js';
import { inFile, locate, parseBytesWith, readUtf8 } from '../../../../src/core/codec/json-text.js';
import { nearestName } from '../../../../src/core/codec/nearest-name.js';
import {
  checkHeaderText,
  checkId,
  checkText,
  checkTravellingId,
} from '../../../../src/core/codec/text-check.js';

const NOT_EMPTY = 'a non-empty string';
const ANY = 'a string without lone surrogates';
const PLAIN = 'an id without outer spaces and control characters';
const VISIBLE = 'visible ASCII text, without outer spaces';

describe('a text', () => {
  test.each([
    [checkText, 7, 'wrong_type', 'a string'],
    [checkText, '\ud800', 'invalid_value', ANY],
    [checkId, undefined, 'missing', NOT_EMPTY],
    [checkId, '', 'invalid_value', NOT_EMPTY],
    [checkId, null, 'wrong_type', 'a string'],
    [checkTravellingId, undefined, 'missing', NOT_EMPTY],
    [checkTravellingId, 7, 'wrong_type', 'a string'],
    [checkTravellingId, ' \n', 'invalid_value', 'an id that is not blank'],
    [checkTravellingId, ' a\t', 'invalid_value', `${PLAIN} (did you mean "a"?)`],
    [checkTravellingId, 'ä ', 'invalid_value', PLAIN],
    [checkTravellingId, 'ä'.repeat(129), 'out_of_range', 'at most 256 bytes, not 258'],
    [checkHeaderText, undefined, 'missing', NOT_EMPTY],
    [checkHeaderText, 7, 'wrong_type', 'a string'],
    [checkHeaderText, ' a ', 'invalid_value', `${VISIBLE} (did you mean "a"?)`],
    [checkHeaderText, 'ä', 'invalid_value', VISIBLE],
    [checkHeaderText, 'x'.repeat(257), 'out_of_range', 'at most 256 bytes, not 257'],
  ] as const)('%o: %j', (check, value, code, expected) => {
    expect(check(value)).toEqual({ code, expected });
  });

  test.each([
    [checkText, ''],
    [checkId, ' '],
    [checkTravellingId, 'ä b'],
    [checkTravellingId, 'ä'.repeat(128)],
    [checkHeaderText, 'a b'],
    [checkHeaderText, '!'],
    [checkHeaderText, 'x'.repeat(256)],
  ] as const)('that is well: %o, %j', (check, value) => {
    expect(check(value)).toBeUndefined();
  });
});

describe('what is given', () => {
  test.each([
    [undefined, 'nothing'],
    [null, 'null'],
    [[], 'an array'],
    [{}, 'an object'],
    [() => 1, 'a function'],
    [1.5, '1.5'],
    [true, 'true'],
    ['a"b\\', '"a\\"b\\\\"'],
    ['a\nb\u0000', '"a\\nb\\u{0}"'],
    ['x'.repeat(62), `"${'x'.repeat(62)}"`],
    ['x'.repeat(63), `"${'x'.repeat(59)}..."`],
  ])('%j is told as %s', (value, told) => {
    expect(describeGiven(value)).toBe(told);
  });

  test('is cut between whole characters', () => {
    expect(shortened('a\u0000b', 5)).toBe('a...');
    expect(shortened('abcde', 5)).toBe('abcde');
    expect(shortened('abcdef', 5)).toBe('ab...');
  });
});

describe('bytes of a file', () => {
  const parse = (json: unknown) => E.right(json);

  test('may begin with a byte order mark, and no other', () => {
    const bytes = new TextEncoder().encode('\ufeff["\ufeff"]');
    expect(parseBytesWith(bytes, parse)).toEqual(E.right(['\ufeff']));
  });

  test('that are no UTF-8 are refused', () => {
    expect(readUtf8(Uint8Array.of(0x22, 0xff, 0x22))).toEqual(
      E.left([
        {
          code: 'invalid_value',
          path: '',
          expected: 'UTF-8 text',
          given: 'other bytes',
          message: 'expected UTF-8 text, given other bytes',
        },
      ]),
    );
  });
});

describe('faults of a text', () => {
  test('stand in the order of their places', () => {
    const text = '{"a": 1,\n "b": [1, 2]}';
    const faults = ['b[1]', 'b[0]', 'b', 'a', ''].map((path) => ({ path, message: 'm' }));
    expect(locate(text, faults).map(({ path, message }) => [path, message])).toEqual([
      ['', 'line 1, column 1: m'],
      ['a', 'line 1, column 2: m'],
      ['b', 'line 2, column 2: m'],
      ['b[0]', 'line 2, column 8: m'],
      ['b[1]', 'line 2, column 11: m'],
    ]);
  });

  test('name their file, before their place or alone', () => {
    expect(inFile('f.json', { path: '', message: 'm' })).toBe('f.json: m');
    expect(inFile('f.json', { path: '', message: 'line 1: m', line: 1 })).toBe('f.json, line 1: m');
  });
});

test.each([
  ['seeed', 'seed'],
  ['n', 'n'],
  ['xyz', undefined],
  [`${'x'.repeat(61)}seed`, undefined],
])('the name nearest to %s is %s', (text, name) => {
  expect(nearestName(text, ['seed', 'sead', 'n'.repeat(9), 'n'])).toBe(name);
});

test('a name of 64 characters is compared, a longer one is not', () => {
  const name = 'x'.repeat(65);
  expect(nearestName('x'.repeat(64), [name])).toBe(name);
  expect(nearestName(name, [name])).toBeUndefined();
});
