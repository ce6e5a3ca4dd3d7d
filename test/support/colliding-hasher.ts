import type { Hasher } from '../../src/core/orders/hash.js';
import { nativeHasher } from '../../src/adapters/platform/native-hasher.js';

/** A hasher that counts what it is asked for. */
export type CountingHasher = Readonly<{
  hasher: Hasher;
  /** Hashes since the start or the last reset. */
  count: () => number;
  reset: () => void;
}>;

export const countingHasher = (): CountingHasher => {
  let count = 0;
  return {
    hasher: {
      hash64: (bytes) => {
        count++;
        return nativeHasher.hash64(bytes);
      },
    },
    count: () => count,
    reset: () => {
      count = 0;
    },
  };
};
