import { createXXHash3 } from 'hash-wasm';
import type { Hasher } from '../../core/orders/hash.js';

/** XXH3-64 in WebAssembly, for browsers and other hosts without native modules. */
export const createWasmHasher = async (): Promise<Hasher> => {
  const xxh3 = await createXXHash3();
  return {
    hash64: (bytes) => {
      const digest = xxh3.init().update(bytes).digest('binary');
      return new DataView(digest.buffer, digest.byteOffset).getBigUint64(0, false);
    },
  };
};
