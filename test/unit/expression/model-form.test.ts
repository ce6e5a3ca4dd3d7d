import { describe, expect, test } from 'vitest';
import {
  parseModelCreate,
  parseModelFormJson,
  parseModelUpdate,
} from '../../../src/expression/index.js';
import { accepted, refused } from './outcome.js';

const brief = (faults: readonly { field: string; position: number; code: string }[]) =>
  faults.map(({ field, position, code }) => [field, position, code]);

describe('the inline form that creates a model', () => {
  test('splits fields at commas and each at its first "="', () => {
    const line =
      ' name=m-1 , uris=/v1/chat/completions|/v1/embeddings , routingMethod= pulsar; seed=a , tokenRateLimit=100-S ';
    expect(accepted(parseModelCreate(line))).toEqual({
      name: 'm-1',
      uris: ['/v1/chat/completions', '/v1/embeddings'],
      routingMethod: 'pulsar; seed=a',
      tokenRateLimit: '100-S',
    });
  });

  test('needs a name and URIs only, in any order', () => {
    expect(accepted(parseModelCreate('uris=/v1/x?a=b,name=m'))).toEqual({
      name: 'm',
      uris: ['/v1/x?a=b'],
    });
  });

  test.each([
    ['name=m', [['uris', 6, 'missing_field']]],
    ['uris=/v1/x', [['name', 10, 'missing_field']]],
    ['name=,uris=/v1/x', [['name', 5, 'nothing_given']]],
    ['name=m,uris=', [['uris[0]', 12, 'nothing_given']]],
    ['name=m,uris=/a||/b', [['uris[1]', 15, 'nothing_given']]],
    ['name=m,uris=/a,tokenRateLimit=', [['tokenRateLimit', 30, 'nothing_given']]],
    ['name=m,uris=/a,', [['', 15, 'missing_item']]],
    ['name=m,,uris=/a', [['', 7, 'missing_item']]],
    ['name=m,uris=/a,pulsar', [['', 15, 'missing_equals']]],
    ['name=m,uris=/a,Name=x', [['Name', 15, 'unknown_field']]],
    ['name=m,uris=/a,constructor=x', [['constructor', 15, 'unknown_field']]],
    ['name=m,uris=/a,__proto__=x', [['__proto__', 15, 'unknown_field']]],
    ['name=m,uris=/a,llmConfig=x', [['llmConfig', 15, 'unknown_field']]],
    ['name=m,uris=/a,=x', [['', 15, 'unknown_field']]],
    ['name=m, name=o,uris=/a', [['name', 8, 'duplicate_field']]],
    ['name=m,uris=/a,routingMethod=', [['routingMethod', 29, 'blank']]],
    ['name=m,uris=/a,routingMethod=pulsar;seed=', [['routingMethod', 41, 'empty_value']]],
    ['name=m,uris=/a, routingMethod= pulsar;;a=b', [['routingMethod', 38, 'empty_parameter']]],
    ['name=m,uris=/a,routingMethod=pulsar\t', [['routingMethod', 35, 'bad_character']]],
    ['name=m,uris=/a,routingMethod=pulsar;seed=a,b', [['', 43, 'missing_equals']]],
  ])('refuses %j', (line, faults) => {
    expect(brief(refused(parseModelCreate(line)))).toEqual(faults);
  });

  test('reports all faults from left to right', () => {
    expect(brief(refused(parseModelCreate('x=1,routingMethod=;,name=m,name=n')))).toEqual([
      ['x', 0, 'unknown_field'],
      ['routingMethod', 18, 'bad_method'],
      ['name', 27, 'duplicate_field'],
      ['uris', 33, 'missing_field'],
    ]);
  });

  test('says field, position and rule in one sentence', () => {
    const messageOf = (line: string) => refused(parseModelCreate(line))[0]!.message;
    expect(messageOf('name=m,uris=/a,routingMethod=pulsar;seed=')).toBe(
      'routingMethod at position 41: expected a value after "=", but the text ends',
    );
    expect(messageOf('name=m,uris=/a,routingmethod=pulsar')).toBe(
      'routingmethod at position 15: expected one of name, uris, routingMethod, tokenRateLimit, but this name is none of them',
    );
    expect(messageOf('name=m,uris=/a,\u001b[31m=1')).toMatch(/^\\u\{1b\}\[31m at position 15/);
    expect(messageOf('')).toBe(
      'model form at position 0: expected a field such as name=value (commas separate fields), but there is nothing',
    );
  });
});

describe('the inline form that changes a model', () => {
  test('takes any field besides the name', () => {
    expect(accepted(parseModelUpdate('name=m,tokenRateLimit=5-M'))).toEqual({
      name: 'm',
      tokenRateLimit: '5-M',
    });
    expect(accepted(parseModelUpdate('uris=/a|/b,name=m'))).toEqual({
      name: 'm',
      uris: ['/a', '/b'],
    });
  });

  test.each([
    ['name=m', [['', 6, 'nothing_given']]],
    ['routingMethod=pulsar', [['name', 20, 'missing_field']]],
    [
      'modelName=m,routingMethod=x',
      [
        ['modelName', 0, 'unknown_field'],
        ['name', 27, 'missing_field'],
      ],
    ],
    ['name=m,routingMethod=9', [['routingMethod', 21, 'bad_method']]],
  ])('refuses %j', (line, faults) => {
    expect(brief(refused(parseModelUpdate(line)))).toEqual(faults);
  });
});

describe('the JSON forms', () => {
  const create = (...models: unknown[]) => parseModelFormJson({ models });
  const update = (...modelUpdates: unknown[]) => parseModelFormJson({ modelUpdates });

  test('trim outer spaces and keep the rest as received', () => {
    const llmConfig = {
      uris: [' /v1/x'],
      routingMethod: ' Pulsar;  seed=a ',
      tokenRateLimit: ' 1-S',
    };
    expect(accepted(create({ name: ' m ', llmConfig }))).toEqual({
      kind: 'create',
      models: [
        { name: 'm', uris: ['/v1/x'], routingMethod: 'Pulsar;  seed=a', tokenRateLimit: '1-S' },
      ],
    });
  });

  test('take several models at once, and none', () => {
    const llmConfig = { uris: ['/v1/x'] };
    expect(accepted(create({ name: 'a', llmConfig }, { name: 'b', llmConfig }))).toEqual({
      kind: 'create',
      models: [
        { name: 'a', uris: ['/v1/x'] },
        { name: 'b', uris: ['/v1/x'] },
      ],
    });
    expect(accepted(update())).toEqual({ kind: 'update', updates: [] });
  });

  test.each([
    ['nothing', undefined],
    ['a text', 'models'],
    ['a list', [{ models: [] }]],
    ['neither form', { model: [] }],
    ['both forms', { models: [], modelUpdates: [] }],
    ['a form by inheritance', Object.create({ models: [] })],
  ])('refuse %s', (_, json) => {
    expect(brief(refused(parseModelFormJson(json)))).toEqual([['', 0, 'ambiguous_form']]);
  });

  test('report every fault with its path', () => {
    const faults = refused(
      create(
        3,
        { name: 'm' },
        { name: '', llmConfig: { uris: [], routingMethod: 'pulsar;seed=' } },
        { name: 1, llmConfig: { uris: ['/v1/x', ' '], routingMethod: null, n: 2 } },
        JSON.parse('{"name":"m","llmConfig":{"uris":"/v1/x","__proto__":1},"a b":1}'),
      ),
    );
    expect(brief(faults)).toEqual([
      ['models[0]', 0, 'wrong_type'],
      ['models[1].llmConfig', 0, 'missing_field'],
      ['models[2].name', 0, 'nothing_given'],
      ['models[2].llmConfig.uris', 0, 'nothing_given'],
      ['models[2].llmConfig.routingMethod', 12, 'empty_value'],
      ['models[3].name', 0, 'wrong_type'],
      ['models[3].llmConfig.uris[1]', 0, 'nothing_given'],
      ['models[3].llmConfig.routingMethod', 0, 'wrong_type'],
      ['models[3].llmConfig.n', 0, 'unknown_field'],
      ['models[4].llmConfig.uris', 0, 'wrong_type'],
      ['models[4].llmConfig.__proto__', 0, 'unknown_field'],
      ['models[4]["a b"]', 0, 'unknown_field'],
    ]);
    expect(faults[4]!.message).toBe(
      'models[2].llmConfig.routingMethod at position 12: expected a value after "=", but the text ends',
    );
    expect(faults[7]!.message).toContain(
      'expected a string, the routing expression, but found null',
    );
  });

  test('need something to change', () => {
    expect(brief(refused(update({ modelName: 'm', llmConfig: {} }, { modelName: 'm' })))).toEqual([
      ['modelUpdates[0].llmConfig', 0, 'nothing_given'],
      ['modelUpdates[1].llmConfig', 0, 'missing_field'],
    ]);
    expect(brief(refused(parseModelFormJson({ modelUpdates: {} })))).toEqual([
      ['modelUpdates', 0, 'wrong_type'],
    ]);
  });
});
