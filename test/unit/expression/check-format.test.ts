import { describe, expect, test } from 'vitest';
import {
  MAX_EXPRESSION_BYTES,
  MAX_PARAMETER_COUNT,
  checkFormat,
} from '../../../src/expression/index.js';
import { accepted, refused } from './outcome.js';

const expressionOf = (parameterCount: number): string =>
  ['m', ...Array.from({ length: parameterCount }, (_, i) => `p${String(i)}=1`)].join(';');

describe('a well-formed expression', () => {
  test('is taken apart, with the position of every part', () => {
    expect(accepted(checkFormat('  Pulsar_X-1; seed=a b;n=2 '))).toEqual({
      text: 'Pulsar_X-1; seed=a b;n=2',
      method: 'Pulsar_X-1',
      methodPosition: 2,
      parameters: [
        { name: 'seed', value: 'a b', position: 14, valuePosition: 19 },
        { name: 'n', value: '2', position: 23, valuePosition: 25 },
      ],
    });
  });

  test.each([
    'pulsar',
    'x',
    'no-such-method;no_such_field=no such value',
    'pulsar;seed=a;consider_kv_free_tokens=true',
    'pulsar;     seed=a',
    'pulsar;constructor=1;tostring=2',
    'pulsar;seed=!"#$%&\'()*+-./:<>?@[\\]^_`{|}~',
    'pulsar;seed=1e400;n=-99999999999999999999',
  ])('may name what does not exist: %s', (text) => {
    expect(accepted(checkFormat(text)).text).toBe(text);
  });

  test(`may have ${String(MAX_PARAMETER_COUNT)} parameters`, () => {
    expect(accepted(checkFormat(expressionOf(32))).parameters).toHaveLength(32);
  });

  test(`may have ${String(MAX_EXPRESSION_BYTES)} bytes, outer spaces not counted`, () => {
    const text = `m;seed=${'x'.repeat(1024 - 7)}`;
    expect(accepted(checkFormat(`${' '.repeat(500)}${text}${' '.repeat(500)}`)).text).toBe(text);
  });
});

describe('a malformed expression', () => {
  test.each([
    ['', 'blank', 0],
    ['    ', 'blank', 0],
    [';', 'bad_method', 0],
    ['  9pulsar', 'bad_method', 2],
    ['-pulsar', 'bad_method', 0],
    ['__proto__', 'bad_method', 0],
    ['pul sar', 'bad_method', 3],
    ['pulsar ;seed=a', 'bad_method', 6],
    ['pulsar,seed=a', 'bad_method', 6],
    ['pulsar=a', 'bad_method', 6],
    ['pulsar;', 'empty_parameter', 7],
    ['pulsar;  ', 'empty_parameter', 7],
    ['pulsar;;seed=a', 'empty_parameter', 7],
    ['pulsar; ;seed=a', 'empty_parameter', 8],
    ['pulsar;seed=a;', 'empty_parameter', 14],
    ['pulsar;=a', 'bad_name', 7],
    ['pulsar;Seed=a', 'bad_name', 7],
    ['pulsar;_seed=a', 'bad_name', 7],
    ['pulsar;1n=2', 'bad_name', 7],
    ['pulsar;toString=2', 'bad_name', 9],
    ['pulsar;seed =a', 'bad_name', 11],
    ['pulsar;max-queued=a', 'bad_name', 10],
    ['pulsar;seed', 'missing_equals', 11],
    ['pulsar;seed;n=2', 'missing_equals', 11],
    ['pulsar;seed=', 'empty_value', 12],
    ['pulsar;seed= ', 'empty_value', 12],
    ['pulsar;seed=;n=2', 'empty_value', 12],
    ['pulsar;seed= a', 'bad_value', 12],
    ['pulsar;seed= ;n=2', 'bad_value', 12],
    ['pulsar;seed=a ;n=2', 'bad_value', 13],
    ['pulsar;seed=a=b', 'bad_value', 13],
    ['pulsar;seed=a,b', 'bad_value', 13],
    ['pulsar;seed=a;n=2;seed=a', 'duplicate_name', 18],
    ['\tpulsar', 'bad_character', 0],
    ['pulsar\t', 'bad_character', 6],
    ['pulsar;\tseed=a', 'bad_character', 7],
    ['pulsar;seed\u00a0=a', 'bad_character', 11],
    ['pulsar;seed=\u00fc', 'bad_character', 12],
    ['pulsar;seed=a\u0000', 'bad_character', 13],
    ['pulsar;seed=a\u007f', 'bad_character', 13],
    ['pulsar;seed=a\r\nx-model: b', 'bad_character', 13],
    ['pulsar;seed=\ud800', 'bad_character', 12],
  ])('%j breaks the rule %s at %i', (text, rule, position) => {
    expect(refused(checkFormat(text))).toMatchObject({
      code: 'malformed_expression',
      rule,
      position,
    });
  });

  test('with one parameter too many is refused where that parameter starts', () => {
    const text = expressionOf(33);
    const fault = refused(checkFormat(text));
    expect(fault).toMatchObject({ rule: 'too_many_parameters', position: text.indexOf('p32') });
  });

  test('with one byte too many is refused where that byte stands', () => {
    const fault = refused(checkFormat(` m;seed=${'x'.repeat(1024 - 6)} `));
    expect(fault).toMatchObject({ rule: 'too_long', position: 1025 });
  });

  test('says position, expectation and finding in one sentence', () => {
    expect(refused(checkFormat('pulsar;;seed=a')).message).toBe(
      'malformed routing expression at position 7: expected a parameter after ";", but found ";"',
    );
    expect(refused(checkFormat('pulsar;seed=')).message).toBe(
      'malformed routing expression at position 12: expected a value after "=", but the text ends',
    );
    expect(refused(checkFormat('pulsar;seed=\u0007')).message).toContain('but found "\\u{7}"');
    expect(refused(checkFormat('pulsar;a=1;a=2')).message).toContain('but "a" is given twice');
  });
});

describe('the work of checking', () => {
  /** A text that counts how often one of its characters is looked at. */
  const counting = (text: string): { text: string; looks: () => number } => {
    let count = 0;
    const read = (name: string | symbol): unknown => {
      if (name === 'charCodeAt' || name === 'codePointAt') count += 1;
      if (typeof name === 'string' && /^\d+$/.test(name)) count += 1;
      const member: unknown = Reflect.get(Object(text) as object, name);
      return typeof member === 'function' ? (member.bind(text) as unknown) : member;
    };
    const proxy = new Proxy({}, { get: (_, name) => read(name) });
    return { text: proxy as unknown as string, looks: () => count };
  };

  test('looks at every character at most three times', () => {
    for (const text of [expressionOf(32), `m;seed=${'x'.repeat(1017)}`, `${'m'.repeat(1000)}`]) {
      const counted = counting(text);
      accepted(checkFormat(counted.text));
      expect(counted.looks()).toBeLessThanOrEqual(3 * text.length);
    }
  });

  test('does not grow with a text that is too long', () => {
    const looksAt = (length: number): number => {
      const counted = counting(`m;seed=${'x'.repeat(length)}`);
      expect(refused(checkFormat(counted.text)).rule).toBe('too_long');
      return counted.looks();
    };
    expect([2_000, 20_000, 2_000_000].map(looksAt)).toEqual([2, 2, 2]);
  });

  test('doubles with the outer spaces at most', () => {
    const looksAt = (length: number): number => {
      const counted = counting(`${' '.repeat(length)}m${' '.repeat(length)}`);
      accepted(checkFormat(counted.text));
      return counted.looks();
    };
    expect(looksAt(20_000)).toBeLessThanOrEqual(2.01 * looksAt(10_000));
  });
});
