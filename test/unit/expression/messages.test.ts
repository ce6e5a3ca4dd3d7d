/** What is told, word for word: each text names the place, what was expected and what is there. */
import { describe, expect, test } from 'vitest';
import { isScalar } from '../../../src/expression/grammar.js';
import { plainDecimal } from '../../../src/expression/plain-decimal.js';
import {
  checkFormat,
  parseModelCreate,
  parseModelFormJson,
} from '../../../src/expression/index.js';
import { refused, resolved } from './outcome.js';

const parameters = Array.from({ length: 33 }, (_, i) => `p${String(i)}=1`).join(';');

describe('a malformed expression', () => {
  test.each([
    ['  ', 0, 'a method name, but the text is blank'],
    [`m;seed=${'x'.repeat(1018)}`, 1024, 'at most 1024 bytes, but the text has 1025 characters'],
    [`  m;seed=${'x'.repeat(1018)}`, 1026, 'at most 1024 bytes, but the text has 1025 characters'],
    [' 9p', 1, 'a method name that starts with a letter, but found "9"'],
    [
      'pul sar',
      3,
      'letters, digits, "-" and "_" in the method name, then ";" or the end, but found " "',
    ],
    ['p;', 2, 'a parameter after ";", but the text ends'],
    ['p;9=1', 2, 'a parameter name that starts with a lower-case letter, but found "9"'],
    [
      'p;nA=1',
      3,
      'lower-case letters, digits and "_" in the parameter name, then "=", but found "A"',
    ],
    ['p;n', 3, '"=" and a value, but the text ends'],
    ['p;n= 1', 4, 'a value that does not start with a space, but found " "'],
    ['p;n=1 ;m=2', 5, 'a value that does not end in a space, but found " "'],
    [
      'p;n=a,b',
      5,
      'a value without ",", ";", "=", control and non-ASCII characters, but found ","',
    ],
    ['p;n=', 4, 'a value after "=", but the text ends'],
    ['p;n=1;n=2', 6, 'every parameter once, but "n" is given twice'],
    [`m;${parameters}`, 184, 'at most 32 parameters, but there are more'],
  ])('%j', (text, position, told) => {
    expect(refused(checkFormat(text)).message).toBe(
      `malformed routing expression at position ${String(position)}: expected ${told}`,
    );
  });
});

describe('a form in JSON', () => {
  const model = (llmConfig: unknown, name: unknown = 'm') => ({ models: [{ name, llmConfig }] });

  test.each([
    [{}, 'ambiguous_form', 'an object with either models or modelUpdates, but it has neither'],
    [
      { models: [], modelUpdates: [] },
      'ambiguous_form',
      'an object with either models or modelUpdates, but it has both',
    ],
    [model({ uris: ['/a'] }, ' '), 'nothing_given', 'a model name, but there is nothing'],
    [model({ uris: ['/a'] }, 3), 'wrong_type', 'a string, the model name, but found 3'],
    [model({}), 'missing_field', 'a list of URIs, but it is missing'],
    [model({ uris: '/a' }), 'wrong_type', 'a list of URIs, but found "/a"'],
    [
      model({ uris: ['/a'], x: 1 }),
      'unknown_field',
      'one of the fields uris, routingMethod, tokenRateLimit, but this name is none of them',
    ],
  ])('%j', (json, code, told) => {
    const [fault] = refused(parseModelFormJson(json));
    expect(fault).toMatchObject({ code, position: 0 });
    expect(fault!.message).toContain(`at position 0: expected ${told}`);
  });
});

describe('a form in one line', () => {
  const FIELD = 'a field such as name=value (commas separate fields)';

  test.each([
    ['name=m', 'missing_field', 'uris at position 6: expected a list of URIs, but it is missing'],
    [
      'name=m,uris=/a||/b',
      'nothing_given',
      'uris[1] at position 15: expected a URI, but there is nothing',
    ],
    [
      'name=m,,uris=/a',
      'missing_item',
      `model form at position 7: expected ${FIELD}, but there is nothing`,
    ],
    ['name', 'missing_equals', `model form at position 0: expected ${FIELD}, but found "name"`],
    [
      'name=m,uris=/a,name=n',
      'duplicate_field',
      'name at position 15: expected every field once, but it is given twice',
    ],
  ])('%s', (line, code, message) => {
    expect(refused(parseModelCreate(line))[0]).toMatchObject({ code, message });
  });
});

describe('a warning', () => {
  const GROUP = 'cache_affinity_backend_selection_count';
  const [FLOOR, CEIL] = ['max_queue_time_floor_ms', 'max_queue_time_ceil_ms'];

  test.each([
    ['last_cluster_affinity', 'true'],
    ['cache_affinity_wait_ms', '300'],
    ['cache_affinity_input_tokens_scale', '0.1'],
    ['cache_affinity_virtual_nodes', '5'],
  ])('%s without a group', (parameter, value) => {
    expect(resolved(`wait-and-widen;n=2;${parameter}=${value}`).warnings).toEqual([
      {
        code: 'no_affinity_group',
        parameter,
        message: `"${parameter}" has no effect without "${GROUP}"`,
      },
    ]);
    expect(resolved(`wait-and-widen;${GROUP}=1;${parameter}=${value}`).warnings).toEqual([]);
  });

  test('a floor above the ceiling, not a floor at it', () => {
    const warnings = (floor: number) =>
      resolved(`wait-and-widen;${FLOOR}=${String(floor)};${CEIL}=8`).warnings;
    expect(warnings(9)).toEqual([
      {
        code: 'floor_above_ceiling',
        parameter: FLOOR,
        message: `"${FLOOR}" (9) is above "${CEIL}" (8): the queue SLO falls as a request waits`,
      },
    ]);
    expect(warnings(8)).toEqual([]);
  });
});

test.each([
  ['', false],
  [' a', false],
  ['a ', false],
  ['a;b', false],
  ['größe', false],
  ['a', true],
  ['a b', true],
])('whether %j can stand as a value: %s', (text, expected) => {
  expect(isScalar(text)).toBe(expected);
});

test.each([
  [1e21, '1000000000000000000000'],
  [1.5e21, '1500000000000000000000'],
  [-2.5e22, '-25000000000000000000000'],
  [1e-7, '0.0000001'],
  [-1.25e-7, '-0.000000125'],
  [0.1, '0.1'],
  [-0, '0'],
])('%d is written %s', (value, text) => {
  expect(plainDecimal(value)).toBe(text);
});
