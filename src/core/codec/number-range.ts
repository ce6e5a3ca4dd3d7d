import type { Problem } from './fault.js';

/** The numbers a field takes: both bounds inclusive; `wholeOnly` for integers. */
export type NumberRange = Readonly<{ wholeOnly: boolean; min: number; max: number }>;

/** What is wrong with `value` as a number of that range; NaN and infinities always are. */
export const checkNumber = (value: unknown, range: NumberRange): Problem | undefined => {
  // NaN fails both comparisons, an infinity one of them.
  const fits = typeof value === 'number' && value >= range.min && value <= range.max;
  if (fits && (!range.wholeOnly || Number.isInteger(value))) return undefined;
  return { code: codeFor(value, range), expected: withArticle(describeRange(range)) };
};

/** The range in words, without article: `integer from 1 to 64`, `finite number`. */
export const describeRange = ({ wholeOnly, min, max }: NumberRange): string => {
  const noun = wholeOnly ? 'integer' : 'number';
  if (max < Number.MAX_VALUE) return `${noun} from ${bound(min)} to ${bound(max)}`;
  return min > -Number.MAX_VALUE ? `finite ${noun} >= ${bound(min)}` : `finite ${noun}`;
};

const codeFor = (value: unknown, { wholeOnly }: NumberRange): Problem['code'] => {
  if (typeof value !== 'number' || Number.isNaN(value)) return 'wrong_type';
  const isFraction = Number.isFinite(value) && !Number.isInteger(value);
  return wholeOnly && isFraction ? 'wrong_type' : 'out_of_range';
};

const bound = (value: number): string =>
  value === Number.MAX_SAFE_INTEGER ? '2^53-1' : String(value);

const withArticle = (words: string): string =>
  words.startsWith('integer') ? `an ${words}` : `a ${words}`;
