import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isStorableClusterId, lastClusterStoreKey } from '../../../src/adapters/session/index.js';

describe('the store key', () => {
  const session = { routingKey: 'rk-1', model: 'model-a', affinityKey: 'mt:v1:session:abc' };

  test('matches the golden key', () => {
    expect(lastClusterStoreKey(session)).toBe(
      'lc:v1:101590e94130e8d3eda00af3aeb17c0e0d0da89abcfb19c35859b5c6d60ba60c',
    );
  });

  test('is the SHA-256 over the length-prefixed UTF-8 of its parts', () => {
    const hash = createHash('sha256');
    for (const part of ['größe', '模型', '😀'.repeat(100)]) {
      const length = Buffer.alloc(8);
      length.writeBigUInt64BE(BigInt(Buffer.byteLength(part)));
      hash.update(length).update(part, 'utf8');
    }
    expect(
      lastClusterStoreKey({ routingKey: 'größe', model: '模型', affinityKey: '😀'.repeat(100) }),
    ).toBe(`lc:v1:${hash.digest('hex')}`);
  });

  const PARTS = [
    '',
    'a',
    'a b',
    'a\tb',
    'x'.repeat(127),
    'x'.repeat(128),
    'é'.repeat(64),
    '\u{1f600}',
  ];

  test.each(PARTS.flatMap((model) => PARTS.map((affinityKey) => [model, affinityKey] as const)))(
    'so it is for model %j and affinity key %j',
    (model, affinityKey) => {
      const hash = createHash('sha256');
      for (const part of ['', model, affinityKey]) {
        const length = Buffer.alloc(8);
        length.writeBigUInt64BE(BigInt(Buffer.byteLength(part)));
        hash.update(length).update(part, 'utf8');
      }
      expect(lastClusterStoreKey({ model, affinityKey })).toBe(`lc:v1:${hash.digest('hex')}`);
    },
  );

  test('same affinity key with a different model or routing key: another key', () => {
    const keys = [
      lastClusterStoreKey(session),
      lastClusterStoreKey({ ...session, model: 'model-b' }),
      lastClusterStoreKey({ ...session, routingKey: 'rk-2' }),
      lastClusterStoreKey({ ...session, routingKey: 'rk-1m', model: 'odel-a' }),
      lastClusterStoreKey({ ...session, affinityKey: 'mt:v1:session:abd' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('an absent routing key equals an empty one', () => {
    const { model, affinityKey } = session;
    expect(lastClusterStoreKey({ model, affinityKey })).toBe(
      lastClusterStoreKey({ routingKey: '', model, affinityKey }),
    );
  });

  test('shows no routing key', () => {
    expect(lastClusterStoreKey(session)).not.toContain('rk-1');
  });
});

describe('what may be stored and sent as a cluster id', () => {
  test.each(['B', 'a b', 'größe', '集群', 'x'.repeat(256), 'é'.repeat(128)])('%s may', (id) => {
    expect(isStorableClusterId(id)).toBe(true);
  });

  test.each(['', 'x'.repeat(257), 'é'.repeat(129), 'a\nb', '\0', 'x\x7f', 'x\u0085', 'x\udc00'])(
    '%j may not',
    (id) => {
      expect(isStorableClusterId(id)).toBe(false);
    },
  );
});
