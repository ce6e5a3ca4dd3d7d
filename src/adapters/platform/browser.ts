import type { Hasher } from '../../core/orders/hash.js';
import { createWasmHasher } from './wasm-hasher.js';
import { viewFactory } from './view-factory.js';

let loaded: Hasher | undefined;

/** Resolves when the WebAssembly hasher is loaded; decide with affinity keys only after it. */
export const ready: Promise<void> = createWasmHasher().then((hasher) => {
  loaded = hasher;
});

/** The hasher of this platform. Throws until `ready` has resolved. */
export const platformHasher: Hasher = {
  hash64: (bytes) => {
    if (loaded === undefined) throw new Error('homeward: await `ready` before the first decision');
    return loaded.hash64(bytes);
  },
};

/** `createView` of this platform; all its views share one byte budget of 64 MiB. */
export const createView = viewFactory(platformHasher);
