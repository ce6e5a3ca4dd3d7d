import tychei from 'seedrandom/lib/tychei.js';
import { platformHasher } from '../../platform/node.js';

/** Numbers in [0, 1) of one purpose; the same seed gives the same ones. */
export type Chance = () => number;

const utf8 = new TextEncoder();

/** Seeded with the upper 53 bits of the XXH3-64 of a text. */
export const createChance = (seed: string): Chance =>
  tychei(Number(platformHasher.hash64(utf8.encode(seed)) >> 11n));
