import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { openStore, parseStoreAddress } from '../../../../src/adapters/stores/from-url.js';
import { parseRedisUrl } from '../../../../src/adapters/stores/resp-host.js';

const parse = (text: string) => parseStoreAddress(text, 'STORE');

describe('store addresses', () => {
  test.each([
    ['memory', { kind: 'memory' }],
    ['redis://cache', { kind: 'redis', url: 'redis://cache' }],
    ['rediss://u:p@cache:6380/2', { kind: 'redis', url: 'rediss://u:p@cache:6380/2' }],
    ['olric://a:3320', { kind: 'olric', hosts: ['a:3320'] }],
    ['olric://a:3320,[::1]:3321', { kind: 'olric', hosts: ['a:3320', '[::1]:3321'] }],
  ])('%s', (text, address) => {
    expect(parse(text)).toEqual(E.right(address));
  });

  test.each([
    '',
    'Memory',
    'memory:',
    'redis',
    'redis://',
    'redis://cache:0',
    'redis://cache:99999',
    'redis://cache/db',
    'redis://cache?db=1',
    'redis://cache#1',
    'redis://%zz@cache',
    'redis://a b',
    'http://cache',
    'olric://',
    'olric://a',
    'olric://a:3320,',
    'olric://a:3320,,b:3320',
    'olric://a:3320/x',
    'olric://u@a:3320',
    'valkey://cache',
  ])('%j is none', (text) => {
    expect(parse(text)).toMatchObject({ left: { code: 'invalid_value', path: 'STORE' } });
  });

  test('a fault does not repeat user and password', () => {
    const address = parse('redis://user:s3cret@cache:notaport/0');
    expect(JSON.stringify(address)).not.toMatch(/user:|s3cret/);
    expect(JSON.stringify(address)).toContain('***@cache:notaport/0');
  });

  test('a Redis URL carries login, database and TLS', () => {
    expect(parseRedisUrl('rediss://us%40er:p%3Aw@[::1]/7')).toEqual({
      host: '::1',
      port: 6379,
      tls: true,
      username: 'us@er',
      password: 'p:w',
      database: 7,
    });
  });

  test('the in-process store opens with its cap', async () => {
    const store = await openStore({ kind: 'memory' }, 1)();
    if (E.isLeft(store)) throw new Error(store.left.message);
    const { signal } = new AbortController();
    await store.right.set('a', 'x', 60_000, signal)();
    await store.right.set('b', 'y', 60_000, signal)();
    expect(await store.right.get('a', signal)()).toMatchObject({ right: { _tag: 'None' } });
  });
});
