import { xxh3 } from '@node-rs/xxhash';
import type { Hasher } from '../../core/orders/hash.js';

/** XXH3-64 by the native library; about 0.2 us for a short input. */
export const nativeHasher: Hasher = { hash64: (bytes) => xxh3.xxh64(bytes) };
