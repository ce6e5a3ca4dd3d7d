import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEEDS } from '../../../support/check-law.js';
import { parseModelFile } from '../../../../src/adapters/gateway/directory/model-list-codec.js';
import { parseFleetDocument } from '../../../../src/adapters/fleet/document/fleet-document.js';
import { memberPath } from '../../../../src/core/codec/codec.js';
import type { Fault } from '../../../../src/core/codec/fault.js';
import { findPlaces, scanJson } from '../../../../src/core/codec/json-syntax.js';
import {
  inFile,
  parseJsonLine,
  parseJsonText,
  parseTextWith,
} from '../../../../src/core/codec/json-text.js';
import { parseLbConfig } from '../../../../src/core/config/config-codec.js';

const faultsOf = <A>(read: E.Either<readonly Fault[], A>): readonly string[] =>
  E.isLeft(read) ? read.left.map(({ code, message }) => `${code} ${message}`) : [];

const fleet = (text: string) => parseTextWith(text, (json) => parseFleetDocument(json));
const lbConfig = (text: string) => parseTextWith(text, (json) => parseLbConfig(json));

describe('a member that stands twice in its object', () => {
  test.each([
    ['{"models":[],\n "models":[{"model":"evil"}]}', parseModelFile, 'models'],
    ['{"targets":[],\n "targets":[]}', fleet, 'targets'],
    ['{"models":{"a":"pulsar",\n "a":"random"}}', lbConfig, 'models.a'],
    ['{"models":{"a":"pulsar",\n "\\u0061":"random"}}', lbConfig, 'models.a'],
  ])('is a fault with its place: %s', (text, parse, path) => {
    const [told, ...others] = faultsOf<unknown>(parse(text));
    expect(others).toEqual([]);
    expect(told).toMatch(/^duplicate line 2, column 2: /);
    expect(told).toContain(`${path}: expected every member once`);
  });

  test('is found at any depth, all of them at once, and not in different objects', () => {
    const text = '{"a":[{"b":1,"b":2},{"b":3}],"c":{"d":{"e":1,"e":1,"e":1}},"b":0}';
    expect(scanJson(text).repeated.map(({ path }) => path)).toEqual(['a[0].b', 'c.d.e', 'c.d.e']);
  });

  test('is told from names of the language', () => {
    expect(faultsOf(parseJsonText('{"__proto__":1,"constructor":2}'))).toEqual([]);
    expect(faultsOf(parseJsonText('{"__proto__":1,"__proto__":2}'))).toHaveLength(1);
  });
});

describe('faults of a text', () => {
  test('have line, column and path, from the beginning of the text to its end', () => {
    const text =
      '{\n  "models": {\n    "a": { "algorithm": "pulsar", "n": 2, "sed": "x" }\n  },\n  "defualt": 1\n}';
    const read = lbConfig(text);
    expect(
      E.isLeft(read) && read.left.map(({ line, column, path }) => [line, column, path]),
    ).toEqual([
      [3, 35, 'models.a.n'],
      [3, 43, 'models.a.sed'],
      [5, 3, 'defualt'],
    ]);
  });

  test('stand where their nearest parent stands when they are about what is missing', () => {
    const text = '{"targets":[\n  {"model_id":"m","clusters":[\n    {"cluster_id":"A"}]}]}';
    expect(faultsOf(fleet(text))[0]).toMatch(
      /^missing line 3, column 5: targets\[0\]\.clusters\[0\]\.rtt_ms /,
    );
  });

  test('name the file', () => {
    const read = lbConfig('{"x":1}');
    expect(E.isLeft(read) && inFile('lb.json', read.left[0]!)).toMatch(
      /^lb\.json, line 1, column 2: x/,
    );
  });

  test('hold no word of the JSON parser, in files and in lines', () => {
    expect(faultsOf(parseJsonText('{"a":\n x}'))).toEqual([
      'invalid_json line 2, column 2: expected a value, given "x"',
    ]);
    expect(faultsOf(parseJsonLine('{"a": x}'))).toEqual([
      'invalid_json column 7: expected a value, given "x"',
    ]);
  });

  test('are found in a text of 200,000 brackets', () => {
    expect(faultsOf(parseJsonText('['.repeat(200_000)))).toHaveLength(1);
  });
});

test.each(SEEDS)('every path of a value leads to its place (seed %i)', (seed) => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.array(fc.nat())), (value) => {
      const text = JSON.stringify(value, null, 2);
      const lines = text.split('\n');
      const decoded = parseTextWith(text, (json) =>
        E.left(
          Object.keys(json as object).map((key) => ({
            path: memberPath('', key),
            message: JSON.stringify(key),
          })),
        ),
      );
      for (const { message, line, column } of E.isLeft(decoded) ? decoded.left : []) {
        const key = message.slice(message.indexOf(': ') + 2);
        expect(lines[line! - 1]!.slice(column! - 1).startsWith(key)).toBe(true);
      }
    }),
    { seed, numRuns: 300 },
  );
});

test('a path that leads nowhere is found at the beginning', () => {
  expect(findPlaces('{"a":1}', ['b.c', ''])).toEqual(
    new Map([
      ['b.c', { line: 1, column: 1 }],
      ['', { line: 1, column: 1 }],
    ]),
  );
});
