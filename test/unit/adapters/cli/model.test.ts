import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { parseModelList } from '../../../../src/adapters/gateway/directory/model-list-codec.js';
import { openCli, type Cli, type Run } from '../../../support/open-cli.js';

let cli: Cli;
let modelFile: string;

beforeAll(() => {
  cli = openCli();
  modelFile = join(cli.folder, 'models.json');
});

afterAll(() => {
  cli.remove();
});

const model = (...args: readonly string[]): Promise<Run> => cli.run(['model', ...args]);

const CREATE = 'name=m,uris=/v1/chat/completions|/v1/embeddings,routingMethod=pulsar;seed=a';

describe('homeward model parse', () => {
  test('prints inline create forms as one JSON form', async () => {
    const { status, stdout } = await model('parse', '--create', CREATE, 'name=n, uris=/v1/x');
    expect(JSON.parse(stdout)).toEqual({
      models: [
        {
          name: 'm',
          llmConfig: {
            uris: ['/v1/chat/completions', '/v1/embeddings'],
            routingMethod: 'pulsar;seed=a',
          },
        },
        { name: 'n', llmConfig: { uris: ['/v1/x'] } },
      ],
    });
    expect(status).toBe(0);
  });

  test('its output is a form it reads', async () => {
    const { stdout } = await model('parse', '--update', 'name=m,tokenRateLimit=100-S');
    const again = await cli.run(['model', 'parse', '--json', '-'], stdout);
    expect(again).toEqual({ status: 0, stdout, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      modelUpdates: [{ modelName: 'm', llmConfig: { tokenRateLimit: '100-S' } }],
    });
  });

  test.each([
    'power-of-two',
    'groq-multiregion',
    'round-robin',
    'random',
    'pulsar',
    'pulsar-multiregion',
    'no-such-method;no_such=field',
  ])('accepts %s, as only the format is checked', async (routingMethod) => {
    const { status, stdout } = await model(
      'parse',
      '--update',
      `name=m,routingMethod=${routingMethod}`,
    );
    expect(stdout).toContain(routingMethod);
    expect(status).toBe(0);
  });

  test('shows every fault of every text with a caret', async () => {
    const { status, stdout, stderr } = await model(
      'parse',
      '--update',
      'name=m,routingMethod=pulsar;',
      'routingMethod=pulsar',
    );
    expect(stdout).toBe('');
    expect(stderr.split('\n').slice(1, 3)).toEqual([
      '  name=m,routingMethod=pulsar;',
      '                              ^',
    ]);
    expect(stderr).toContain('error: name at position 20');
    expect(status).toBe(1);
  });

  test('refuses a bad JSON form with paths', async () => {
    const { status, stderr } = await cli.run(
      ['model', 'parse', '--json', '-'],
      '{"models":[{"name":"m","llmConfig":{"uris":[],"extra":1}}]}',
    );
    expect(stderr).toContain('models[0].llmConfig.uris');
    expect(stderr).toContain('models[0].llmConfig.extra');
    expect(status).toBe(1);
  });

  test.each([
    [['parse', CREATE]],
    [['parse', '--create', '--update', CREATE]],
    [['parse', '--create', '--json', 'form.json']],
    [['parse', '--create']],
    [['parse', '--json', 'form.json', CREATE]],
    [['parse', '--json', 'nowhere.json']],
    [['create', CREATE]],
    [['create', '--models', 'models.json']],
    [['create', '--models', '-', CREATE]],
    [['update', '--models', 'models.json', '--json', 'form.json', CREATE]],
  ])('%j is misuse', async (args) => {
    const { status, stdout, stderr } = await model(...args);
    expect(stderr).toMatch(/^error: /);
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });
});

describe('homeward model create and update', () => {
  const other = {
    routing_key: 'rk',
    model: 'm',
    routingMethod: 'random',
    priority: 5,
    api_keys_sha256: ['0'.repeat(64)],
    forward_authorization: true,
  };

  beforeEach(() => {
    writeFileSync(modelFile, JSON.stringify({ $schema: 'models.schema.json', models: [other] }));
  });

  const content = (): unknown => JSON.parse(readFileSync(modelFile, 'utf8'));

  test('create adds an entry and keeps everything else', async () => {
    const { status, stdout } = await model('create', '--models', 'models.json', CREATE);
    expect(stdout).toBe('created "m" in models.json, routing method pulsar;seed=a\n');
    expect(status).toBe(0);
    expect(content()).toEqual({
      $schema: 'models.schema.json',
      models: [other, { model: 'm', routingMethod: 'pulsar;seed=a' }],
    });
  });

  test('a file that a gateway would refuse is left as it is', async () => {
    const text = JSON.stringify({ models: [{ ...other, note: 'unknown' }] });
    writeFileSync(modelFile, text);
    const { status, stderr } = await model('create', '--models', 'models.json', CREATE);
    expect(stderr).toContain('models[0].note');
    expect(status).toBe(1);
    expect(readFileSync(modelFile, 'utf8')).toBe(text);
  });

  test('create makes a file that is not there yet, and a gateway reads it', async () => {
    const file = join(cli.folder, 'fresh.json');
    const { status } = await model('create', '--models', file, '--routing-key', 'a', CREATE);
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    expect(json).toEqual({
      models: [{ routing_key: 'a', model: 'm', routingMethod: 'pulsar;seed=a' }],
    });
    expect(parseModelList(json)).toMatchObject({ _tag: 'Right' });
    expect(status).toBe(0);
  });

  test('update changes the entry of that routing key, and only what is given', async () => {
    const args = ['--models', 'models.json', '--routing-key', 'rk'];
    const { status } = await model('update', ...args, 'name=m,routingMethod=no-such;x=1');
    expect(content()).toEqual({
      $schema: 'models.schema.json',
      models: [{ ...other, routingMethod: 'no-such;x=1' }],
    });
    expect(status).toBe(0);
  });

  test('both take JSON forms', async () => {
    const form = { modelUpdates: [{ modelName: 'm', llmConfig: { routingMethod: 'pulsar' } }] };
    const args = [
      'model',
      'update',
      '--models',
      'models.json',
      '--routing-key',
      'rk',
      '--json',
      '-',
    ];
    expect(await cli.run(args, JSON.stringify(form))).toMatchObject({ status: 0 });
    expect(content()).toMatchObject({ models: [{ routingMethod: 'pulsar' }] });
    const wrongKind = await cli.run(args, '{"models":[]}');
    expect(wrongKind).toMatchObject({ status: 1 });
    expect(wrongKind.stderr).toContain('one of the other kind');
  });

  test.each([
    ['an existing model', ['create', '--routing-key', 'rk', CREATE]],
    ['one good form and one bad one', ['create', CREATE, 'name=x']],
    ['the same model twice', ['create', CREATE, CREATE]],
    ['a malformed expression', ['update', '--routing-key', 'rk', 'name=m,routingMethod=pulsar;']],
    ['a model that is not there', ['update', 'name=m,routingMethod=pulsar']],
    [
      'what a model file does not hold',
      ['update', '--routing-key', 'rk', 'name=m,tokenRateLimit=1-S'],
    ],
  ])('%s changes nothing', async (_, args) => {
    const before = readFileSync(modelFile, 'utf8');
    const { status, stderr } = await model(...args, '--models', 'models.json');
    expect(stderr).toMatch(/^error: /);
    expect(status).toBe(1);
    expect(readFileSync(modelFile, 'utf8')).toBe(before);
  });

  test('a file that is no model file is left alone', async () => {
    for (const text of ['{"models":{}}', '[]', '{"models":[{"model":5}]}', '{']) {
      writeFileSync(modelFile, text);
      const { status, stderr } = await model('create', '--models', 'models.json', CREATE);
      expect(stderr).toMatch(/^error: models\.json/);
      expect(status).toBe(1);
      expect(readFileSync(modelFile, 'utf8')).toBe(text);
    }
  });

  test('the file is replaced in one piece: its mode is kept, nothing is left beside it', async () => {
    chmodSync(modelFile, 0o640);
    const inode = statSync(modelFile).ino;
    await model('create', '--models', 'models.json', CREATE);
    expect(statSync(modelFile).mode & 0o777).toBe(0o640);
    expect(statSync(modelFile).ino).not.toBe(inode);
    expect(readdirSync(cli.folder).filter((name) => name.startsWith('models.json'))).toEqual([
      'models.json',
    ]);
  });

  test('a folder that is not there cannot be written to', async () => {
    const file = join(cli.folder, 'no', 'models.json');
    const { status, stderr } = await model('create', '--models', file, CREATE);
    expect(stderr).toMatch(/^error: cannot write /);
    expect(status).toBe(2);
    expect(existsSync(file)).toBe(false);
  });
});
