import type { Chance } from './chance.js';

/** How a quantity is spread. */
export type Distribution =
  | Readonly<{ kind: 'constant'; value: number }>
  /** Between `min` and `max`. */
  | Readonly<{ kind: 'uniform'; min: number; max: number }>
  | Readonly<{ kind: 'exponential'; mean: number }>
  /** Half of all lie below `median`; `sigma` is the deviation of the logarithm. */
  | Readonly<{ kind: 'lognormal'; median: number; sigma: number }>
  /** Whole numbers from 1. */
  | Readonly<{ kind: 'geometric'; mean: number }>;

/** Draws a number >= 0. */
export const drawFrom = (distribution: Distribution, chance: Chance): number => {
  switch (distribution.kind) {
    case 'constant':
      return distribution.value;
    case 'uniform':
      return distribution.min + (distribution.max - distribution.min) * chance();
    case 'exponential':
      return -Math.log(1 - chance()) * distribution.mean;
    case 'lognormal':
      return distribution.median * Math.exp(distribution.sigma * drawNormal(chance));
    case 'geometric':
      return drawGeometric(distribution.mean, chance);
  }
};

/** The same, to the nearest whole number, at least `least`; each whole number of a uniform one is equally likely. */
export const drawCount = (distribution: Distribution, chance: Chance, least: number): number => {
  if (distribution.kind !== 'uniform')
    return Math.max(least, Math.round(drawFrom(distribution, chance)));
  const { min, max } = distribution;
  return Math.max(least, Math.floor(min + (max - min + 1) * chance()));
};

/** The polar form of Box and Muller takes no sine. */
const drawNormal = (chance: Chance): number => {
  for (;;) {
    const x = 2 * chance() - 1;
    const y = 2 * chance() - 1;
    const square = x * x + y * y;
    if (square > 0 && square < 1) return x * Math.sqrt((-2 * Math.log(square)) / square);
  }
};

const drawGeometric = (mean: number, chance: Chance): number =>
  mean <= 1 ? 1 : 1 + Math.floor(Math.log(1 - chance()) / Math.log(1 - 1 / mean));
