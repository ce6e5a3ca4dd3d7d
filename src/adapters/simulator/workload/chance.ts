import tychei from 'seedrandom/lib/tychei.js';
import { HIGH_HALF, LOW_HALF } from '../../../core/orders/hash.js';
import { platformHasher } from '../../platform/node.js';

/** Numbers in [0, 1) of one purpose; the same seed gives the same ones. */
export type Chance = () => number;

/** Seeded with the upper 53 bits of the XXH3-64 of a text. */
export const createChance = (seed: string): Chance => {
  HASH[0] = platformHasher.hash64(bytesOf(seed));
  return tychei(HALVES[HIGH_HALF]! * 2 ** 21 + (HALVES[LOW_HALF]! >>> 11));
};

// Every session has a chance of its own: buffers are kept, and bits taken out of the hash by halves,
// because shifting a bigint takes longer.
const HASH = new BigUint64Array(1);
const HALVES = new Uint32Array(HASH.buffer);
const KEPT = new Uint8Array(256);
const KEPT_SLICES = Array.from({ length: KEPT.length + 1 }, (_, size) => KEPT.subarray(0, size));
const encoder = new TextEncoder();

/** UTF-8; short ASCII by a loop, which takes less than the call. Good until the next call. */
const bytesOf = (text: string): Uint8Array => {
  const { length } = text;
  if (length > KEPT.length) return encoder.encode(text);
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 127) return encoder.encode(text);
    KEPT[at] = unit;
  }
  return KEPT_SLICES[length]!;
};
