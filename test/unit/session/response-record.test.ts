import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createNodeSha256 } from '../../../src/adapters/platform/node-sha256.js';
import {
  decodeResponseRecord,
  encodeResponseRecord,
  isResponseId,
  responseStoreKey,
} from '../../../src/session/index.js';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

const record = { model: 'team-a/größe', affinityKey: 'mt:v1:session:0a', clusterId: 'größe' };

describe('an id of a response', () => {
  test.each(['r', '!~', 'resp_1', 'x'.repeat(128)])('may be %j', (id) => {
    expect(isResponseId(id)).toBe(true);
  });

  test.each(['', ' ', 'a b', 'a\n', '\na', 'ä', 'x'.repeat(129), 7, null, undefined, ['a']])(
    'may not be %j',
    (id) => {
      expect(isResponseId(id)).toBe(false);
    },
  );
});

describe('the key of a response', () => {
  test('is a hash of its id', () => {
    const key = responseStoreKey('resp_1', undefined, createNodeSha256);
    expect(key).toBe(`rs:v1:${sha('\nresp_1')}`);
  });

  test('is one of the caller, too, where there is one', () => {
    const key = responseStoreKey('resp_1', 'sk-1', createNodeSha256);
    expect(key).toBe(`rs:v1:${sha(`${sha('sk-1')}\nresp_1`)}`);
  });
});

describe('a record', () => {
  test('is JSON that every implementation can read', () => {
    expect(JSON.parse(encodeResponseRecord(record))).toEqual({
      model: 'team-a/größe',
      affinity_key: 'mt:v1:session:0a',
      cluster_id: 'größe',
    });
    expect(decodeResponseRecord(encodeResponseRecord(record))).toEqual(record);
  });

  const json = { model: 'm', affinity_key: 'k', cluster_id: 'A' };

  test.each(['', '{', '[]', 'null', '"A"'])('is not %s', (text) => {
    expect(decodeResponseRecord(text)).toBeUndefined();
  });

  test.each([
    { model: 1 },
    { model: undefined },
    { cluster_id: 1 },
    { cluster_id: undefined },
    { cluster_id: '' },
    { cluster_id: 'a\n' },
    { affinity_key: 1 },
    { affinity_key: undefined },
    { affinity_key: '' },
    { affinity_key: 'a b' },
    { affinity_key: 'a\n' },
    { affinity_key: ' a' },
    { affinity_key: 'x'.repeat(257) },
  ])('is none with %j', (changed) => {
    expect(decodeResponseRecord(JSON.stringify({ ...json, ...changed }))).toBeUndefined();
  });

  test('may have a key of 256 characters, and members that nobody knows', () => {
    const affinityKey = 'x'.repeat(256);
    const text = JSON.stringify({ ...json, affinity_key: affinityKey, more: 1 });
    expect(decodeResponseRecord(text)).toEqual({ model: 'm', affinityKey, clusterId: 'A' });
  });
});
