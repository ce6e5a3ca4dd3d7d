import tychei from 'seedrandom/lib/tychei.js';
import { platformHasher } from '../../platform/node.js';

/** Numbers in [0, 1) of one purpose; the same seed gives the same ones. */
export type Chance = () => number;

/** Seeded with the upper 53 bits of the XXH3-64 of a text. */
export const createChance = (seed: string): Chance => tychei(seedOf(seed, 53));

/**
 * One chance for every number from 0 on, all of one text. Tyche mixes its seed in twenty rounds, so
 * seeds that follow one another will do, and no text is hashed for each.
 */
export const numberedChances = (seed: string): ((number: number) => Chance) => {
  // A bit is left free, so that the sum is exact.
  const first = seedOf(seed, 52);
  return (number) => tychei(first + number);
};

const seedOf = (text: string, bits: number): number =>
  Number(platformHasher.hash64(encoder.encode(text)) >> BigInt(64 - bits));

const encoder = new TextEncoder();
