import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import writeFileAtomic from 'write-file-atomic';
import { fault } from '../../../src/core/codec/fault.js';
import {
  openFileDirectory,
  parseModelList,
  type FileDirectory,
} from '../../../src/adapters/gateway/index.js';
import { parseModelFile } from '../../../src/adapters/gateway/directory/model-list-codec.js';
import {
  createInMemoryTelemetry,
  type InMemoryTelemetry,
} from '../../../src/adapters/telemetry/in-memory.js';
import { until } from '../../support/until.js';
import { chat } from './support/calls.js';
import { startFakeRouter } from './support/fake-router.js';
import { open, send } from './support/raw-request.js';
import { KEY, MODEL, sha256, startGateway } from './support/start-gateway.js';

const textOf = (...models: readonly object[]): string => JSON.stringify({ models });

const faultsOf = (json: unknown) => {
  const read = parseModelList(json);
  return E.isLeft(read) ? read.left.map(({ code, path }) => `${code} ${path}`) : [];
};

describe('a model file', () => {
  test('says what it says', () => {
    const digest = sha256(KEY);
    const read = parseModelFile(
      textOf(
        {
          model: 'org/name v1',
          routingMethod: ' pulsar;n=2 ',
          api_keys_sha256: [digest.toUpperCase()],
        },
        {
          ...MODEL,
          priority: 0,
          forward_authorization: true,
        },
      ),
    );
    expect(read).toEqual(
      E.right([
        {
          routingKey: undefined,
          model: 'org/name v1',
          routingMethod: 'pulsar;n=2',
          priority: undefined,
          forwardAuthorization: false,
          keyDigests: [Buffer.from(digest, 'hex')],
        },
        {
          routingKey: 'rk',
          model: 'm',
          routingMethod: 'pulsar;seed=a',
          priority: 0,
          forwardAuthorization: true,
          keyDigests: [Buffer.from(digest, 'hex')],
        },
      ]),
    );
  });

  test('checks the format of a routing method and nothing else', () => {
    const routingMethod = 'no-such-method;no_such_field=-1;n=not a number';
    expect(faultsOf({ models: [{ model: 'm', routingMethod }] })).toEqual([]);
    expect(faultsOf({ models: [{ model: 'm', routingMethod: 'pulsar;n' }] })).toEqual([
      'invalid_value models[0].routingMethod',
    ]);
  });

  test('takes null for absent and an empty routing key for none', () => {
    const nothing = { routingMethod: null, priority: null, api_keys_sha256: null };
    expect(faultsOf({ models: [{ model: 'm', routing_key: null, ...nothing }] })).toEqual([]);
    expect(faultsOf({ models: [{ model: 'm', routing_key: '' }, { model: 'm' }] })).toEqual([
      'duplicate models[1]',
    ]);
  });

  test.each([
    [[], ['wrong_type ']],
    [{}, ['missing models']],
    [{ models: {} }, ['wrong_type models']],
    [{ models: [], version: 1 }, ['unknown_field version']],
    [{ models: ['m'] }, ['wrong_type models[0]']],
    [{ models: [{}] }, ['missing models[0].model']],
    [
      { models: [{ model: '' }, { model: ' m' }, { model: 'm\n' }, { model: 'ä' }, { model: 5 }] },
      [0, 1, 2, 3, 4].map(
        (at) => `${at === 4 ? 'wrong_type' : 'invalid_value'} models[${String(at)}].model`,
      ),
    ],
    [{ models: [{ model: 'm', routing_key: 'a ' }] }, ['invalid_value models[0].routing_key']],
    [{ models: [{ model: 'm', max_wait_ms: 60_001 }] }, ['out_of_range models[0].max_wait_ms']],
    [{ models: [{ model: 'm', request_slo_ms: 0 }] }, ['out_of_range models[0].request_slo_ms']],
    [
      {
        models: [-1, 1.5, 2 ** 32, '5'].map((priority, index) => ({
          model: String(index),
          priority,
        })),
      },
      ['out_of_range', 'wrong_type', 'out_of_range', 'wrong_type'].map(
        (code, index) => `${code} models[${String(index)}].priority`,
      ),
    ],
    [
      { models: [{ model: 'm', forward_authorization: 'yes' }] },
      ['wrong_type models[0].forward_authorization'],
    ],
    [{ models: [MODEL, MODEL] }, ['duplicate models[1]']],
    [
      JSON.parse('{"models":[{"model":"m","__proto__":{"api_keys_sha256":[]}}]}'),
      ['unknown_field models[0].__proto__'],
    ],
  ])('with faults tells them all: %j', (json, expected) => {
    expect(faultsOf(json)).toEqual(expected);
  });

  test('never leaves a model open by mistake', () => {
    const misspelt = { model: 'm', api_key_sha256: [sha256(KEY)] };
    expect(faultsOf({ models: [misspelt] })).toEqual(['unknown_field models[0].api_key_sha256']);
    for (const api_keys_sha256 of [[], '', {}, false]) {
      expect(faultsOf({ models: [{ model: 'm', api_keys_sha256 }] })).toEqual([
        expect.stringMatching(/^(invalid_value|wrong_type) models\[0\]\.api_keys_sha256$/),
      ]);
    }
  });

  test('never shows what stands in the place of a key', () => {
    const texts = [
      textOf({ model: 'm', api_keys_sha256: [KEY, sha256(KEY).slice(1)] }),
      textOf({ model: 'm', api_keys_sha256: KEY }),
      textOf({ model: 'm', api_keys: KEY }),
      `{"models":[{"model":"m","api_keys_sha256":["${KEY}]}`,
      `{"api_keys_sha256":"${KEY}" "${KEY}"}`,
    ];
    for (const text of texts) {
      const read = parseModelFile(text);
      expect(E.isLeft(read)).toBe(true);
      expect(JSON.stringify(read)).not.toContain(KEY.slice(0, 8));
      expect(JSON.stringify(read)).not.toContain(sha256(KEY).slice(1, 9));
    }
  });
});

type Followed = Readonly<{
  file: string;
  folder: string;
  directory: FileDirectory;
  telemetry: InMemoryTelemetry;
  methodNow: () => Promise<string | undefined>;
}>;

const follow = async (place: (folder: string) => Promise<string>): Promise<Followed> => {
  const folder = await mkdtemp(join(tmpdir(), 'models-'));
  const file = await place(folder);
  const telemetry = createInMemoryTelemetry();
  const opened = await openFileDirectory({ file, ...telemetry })();
  if (E.isLeft(opened)) throw new Error(JSON.stringify(opened.left));
  const directory = opened.right;
  onTestFinished(async () => {
    await directory.close();
    await rm(folder, { recursive: true });
  });
  const methodNow = async () => {
    const resolved = await directory.resolve({ model: 'm', apiKey: KEY })();
    return E.isRight(resolved) ? resolved.right.entry.routingMethod : resolved.left.code;
  };
  return { file, folder, directory, telemetry, methodNow };
};

const withMethod = (routingMethod: string) => textOf({ ...MODEL, routingMethod });

const plainFile = async (folder: string): Promise<string> => {
  const file = join(folder, 'models.json');
  await writeFile(file, withMethod('first'));
  return file;
};

describe('a model file that changes', () => {
  test.each([
    ['written in place', (file: string, text: string) => writeFile(file, text)],
    ['replaced', (file: string, text: string) => writeFileAtomic(file, text)],
    [
      'deleted and made anew',
      async (file: string, text: string) => {
        await rm(file);
        await writeFile(file, text);
      },
    ],
  ])('is followed when it is %s, again and again', async (_, write) => {
    const { file, methodNow } = await follow(plainFile);
    expect(await methodNow()).toBe('first');
    for (const method of ['second', 'third', 'fourth']) {
      await write(file, withMethod(method));
      await until(`it is ${method}`, async () => (await methodNow()) === method);
    }
  });

  test('is followed when a mounted ConfigMap is switched', async () => {
    const version = async (folder: string, name: string) => {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'models.json'), withMethod(name));
      await symlink(name, join(folder, '..tmp'));
      await rename(join(folder, '..tmp'), join(folder, '..data'));
    };
    const { folder, methodNow } = await follow(async (made) => {
      await version(made, 'v1');
      await symlink('..data/models.json', join(made, 'models.json'));
      return join(made, 'models.json');
    });
    for (const name of ['v2', 'v3']) {
      await version(folder, name);
      await until(`it is ${name}`, async () => (await methodNow()) === name);
    }
  });

  test('keeps the last good version, and says once what is wrong with a bad one', async () => {
    const { file, telemetry, methodNow, directory } = await follow(plainFile);
    const rejections = () => telemetry.lines('model_directory_rejected');
    await writeFileAtomic(file, textOf(MODEL, { model: '' }, { priority: 'x', model: 'n' }));
    await until('it is refused', () => rejections().length === 1);
    expect(rejections()[0]).toMatchObject({ level: 'warn', fields: { file, fault_count: 2 } });
    expect(rejections()[0]!.fields['errors']).toHaveLength(2);
    expect([await methodNow(), directory.modelCount()]).toEqual(['first', 1]);
    expect(telemetry.gaugeValue('modelFileRefused', {})).toBe(1);
    await rm(file);
    await until('that is told', () => rejections().length === 2);
    expect(await methodNow()).toBe('first');
    await writeFileAtomic(file, withMethod('second'));
    await until('it is taken', async () => (await methodNow()) === 'second');
    expect(rejections()).toHaveLength(2);
    expect(telemetry.gaugeValue('modelFileRefused', {})).toBe(0);
  });

  test('is followed without the package that watches, and that is told', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'models-'));
    const file = await plainFile(folder);
    const { log, lines } = createInMemoryTelemetry();
    const missing = fault({ code: 'missing', path: 'chokidar', expected: 'it', given: 'nothing' });
    const opened = await openFileDirectory({
      ...{ file, log, rereadMs: 5 },
      watch: () => Promise.resolve(E.left(missing)),
    })();
    if (E.isLeft(opened)) throw new Error('not opened');
    expect(lines('file_unwatched')).toMatchObject([
      {
        level: 'info',
        fields: { file, message: `changes may be seen up to 0.005 s late: ${missing.message}` },
      },
    ]);
    expect(lines('config_loaded')[0]!.fields['warnings']).toBeUndefined();
    await writeFile(file, textOf());
    await until('it is seen', () => opened.right.modelCount() === 0);
    await opened.right.close();
    await rm(folder, { recursive: true });
  });

  test('acts on the next request, while the ones before go on as they were', async () => {
    const { file, directory } = await follow(plainFile);
    const finishes: (() => void)[] = [];
    const router = await startFakeRouter((response) => {
      response.writeHead(200).write('first piece, ');
      finishes.push(() => response.end('last piece'));
    });
    const gateway = await startGateway(router.url, { directory });
    const early = await open(gateway.url, chat());
    let text = '';
    early.on('data', (chunk: Buffer) => (text += chunk.toString()));
    expect(router.last().values('x-routing-method')).toEqual(['first']);
    await writeFileAtomic(file, withMethod('second'));
    router.script((response) => response.end());
    await until('the next request is told', async () => {
      await send(gateway.url, chat());
      return router.last().values('x-routing-method')[0] === 'second';
    });
    await writeFileAtomic(
      file,
      textOf({ model: 'm', routing_key: 'rk-9', api_keys_sha256: [sha256('sk-new')] }),
    );
    await until('the old key is out', async () => (await send(gateway.url, chat())).status === 401);
    finishes[0]!();
    await until('the early request ends', () => early.complete);
    expect(text).toBe('first piece, last piece');
  });
});
