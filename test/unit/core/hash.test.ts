import { expect, test } from 'vitest';
import { nativeHasher } from '../../../src/adapters/platform/native-hasher.js';
import { HashInput } from '../../../src/core/orders/hash.js';

const upperBits = (hash: bigint): number => Number(hash >> 11n);

const EDGES = [
  ...[0n, 1n, 2n ** 11n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 53n + 1n, 2n ** 53n + 3n],
  ...[2n ** 63n, 2n ** 63n + 1024n, 2n ** 63n + 1025n, 2n ** 64n - 1025n, 2n ** 64n - 1n],
];

test('53 bits of a hash are its upper ones, exactly', () => {
  for (const hash of EDGES) {
    const input = new HashInput({ hash64: () => hash });
    expect(input.begin().hash53()).toBe(upperBits(hash));
  }
});

test('they are bits of the hash of what was written', () => {
  const input = new HashInput(nativeHasher);
  for (let i = 0; i < 1000; i++) {
    const hash = input.begin().field('request_id', String(i)).hash();
    expect(input.begin().field('request_id', String(i)).hash53()).toBe(upperBits(hash));
  }
});

test('a rounded hash is the number next to it, halves to even', () => {
  const input = new HashInput(nativeHasher);
  const words = Array.from({ length: 1000 }, (_, i) =>
    input.begin().field('request_id', String(i)).hash(),
  );
  for (const hash of [...EDGES, ...words]) {
    const told = new HashInput({ hash64: () => hash });
    expect(told.begin().hashRounded()).toBe(Number(hash));
  }
});
