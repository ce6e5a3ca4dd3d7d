/**
 * Spellings of the algorithms.
 *
 * Configuration files are exact; routing methods, which people type, are forgiving.
 */
import { ALGORITHMS, type AlgorithmName } from './fields.js';

/** Other accepted spellings, each with the algorithm it names. */
export const ALGORITHM_ALIASES: ReadonlyMap<string, AlgorithmName> = new Map([
  ['power-of-two', 'power-of-n'],
  ['powerOf2', 'power-of-n'],
  ['powerOfN', 'power-of-n'],
  ['powerof2', 'power-of-n'],
  ['powerofn', 'power-of-n'],
  ['groq-multiregion', 'wait-and-widen'],
  ['pulsar-multiregion', 'pulsar-wait-and-widen'],
]);

/** The algorithm a configuration means by `text`: exact spelling, aliases included. */
export const resolveAlgorithmName = (text: string): AlgorithmName | undefined => EXACT.get(text);

/** The algorithm a routing method means by `text`: in any case, "_" equal to "-", with aliases. */
export const resolveMethodName = (text: string): AlgorithmName | undefined =>
  FORGIVING.get(forgive(text));

const forgive = (text: string): string => text.toLowerCase().replaceAll('_', '-');

const EXACT: ReadonlyMap<string, AlgorithmName> = new Map([
  ...ALGORITHMS.map((name) => [name, name] as const),
  ...ALGORITHM_ALIASES,
]);

const FORGIVING: ReadonlyMap<string, AlgorithmName> = new Map(
  Array.from(EXACT, ([text, name]) => [forgive(text), name]),
);
