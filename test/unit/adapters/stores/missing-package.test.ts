import { expect, test } from 'vitest';
import { createOlricStore } from '../../../../src/adapters/stores/olric.js';
import { createRedisStore } from '../../../../src/adapters/stores/redis.js';

const load = () => Promise.reject(new Error("Cannot find package 'redis'"));

test.each([
  ['redis', createRedisStore({ url: 'redis://127.0.0.1', load })],
  ['olric', createOlricStore({ hosts: ['127.0.0.1:3320'], load })],
])('the %s store names the optional package when it is missing', async (_name, open) => {
  expect(await open()).toEqual({
    _tag: 'Left',
    left: {
      code: 'missing_package',
      message:
        'this store needs the package "redis" (npm install redis): ' +
        "Cannot find package 'redis'",
    },
  });
});

test('a malformed address is told without loading anything', async () => {
  const loaded = () => Promise.reject(new Error('loaded'));
  expect(await createRedisStore({ url: 'redis://', load: loaded })()).toMatchObject({
    left: { code: 'invalid_url' },
  });
  for (const hosts of [[], ['nowhere'], ['a:1', 'b']]) {
    expect(await createOlricStore({ hosts, load: loaded })()).toMatchObject({
      left: { code: 'invalid_url' },
    });
  }
});
