import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outlineJson } from '../../../../../src/adapters/gateway/request/json-outline.js';

const namesIn = (text: string): readonly string[] =>
  outlineJson(text, 'model').members.map(({ name }) => name);

describe('the outline of a JSON text', () => {
  test('counts arrays, objects and levels as the parsed value has them, for any JSON', () => {
    const count = (value: unknown): { containers: number; depth: number } => {
      if (typeof value !== 'object' || value === null) return { containers: 0, depth: 0 };
      const parts = Object.values(value).map(count);
      return {
        containers: parts.reduce((sum, part) => sum + part.containers, 1),
        depth: 1 + Math.max(0, ...parts.map(({ depth }) => depth)),
      };
    };
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.boolean(), (json, isSpaced) => {
        const text = isSpaced ? JSON.stringify(JSON.parse(json), null, 2) : json;
        const { containerCount, depth } = outlineJson(text, 'model');
        expect({ containers: containerCount, depth }).toEqual(count(JSON.parse(text)));
      }),
    );
  });

  test('finds the top-level members of a name and where their texts stand', () => {
    const text = '{"x":{"model":"no"},"y":["model","model"], "model" :\n"a\\"b" ,"model":7}';
    const { members } = outlineJson(text, 'model');
    expect(members.map(({ name }) => name)).toEqual(['model', 'model']);
    const [first, second] = members.map(({ value }) => value);
    expect(text.slice(first!.start, first!.end)).toBe('"a\\"b"');
    expect(second).toBeUndefined();
  });

  test.each([
    ['{"MODEL":"a","Model":"b"}', ['MODEL', 'Model']],
    ['{"\\u006dodel":1,"\\u004d\\u004f\\u0044\\u0045\\u004c":1}', ['model', 'MODEL']],
    ['{"a":"model","models":1,"mode":1,"x\\"model":1,"\\\\model":1}', []],
    ['["model","model"]', []],
    ['{"a":"\\\\","model":"m"}', ['model']],
    ['{"a":"\\\\\\"","model":"m"}', ['model']],
  ])('reads names with escapes and in any case: %s', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  test('ends for every text, JSON or not', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'{}[]":,\\ model')), (characters) => {
        outlineJson(characters.join(''), 'model');
      }),
    );
  });
});
