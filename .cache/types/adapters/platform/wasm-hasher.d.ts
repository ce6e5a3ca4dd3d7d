import type { Hasher } from '../../core/hash.js';
/** XXH3-64 in WebAssembly, for browsers and other hosts without native modules. */
export declare const createWasmHasher: () => Promise<Hasher>;
