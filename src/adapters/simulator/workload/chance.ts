import tychei from 'seedrandom/lib/tychei.js';

/** Numbers in [0, 1) of one purpose; the same seed gives the same ones. */
export type Chance = () => number;

export const createChance = (seed: string): Chance => tychei(seed);
