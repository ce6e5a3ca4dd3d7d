import { FIELDS } from '../../../src/core/config/fields.js';
import type { AlgorithmName, FieldKey } from '../../../src/core/config/fields.js';
import type { Settings } from './any-config.js';
import { createDraw } from './draw.js';

const SPELLINGS: Readonly<Record<AlgorithmName, readonly string[]>> = {
  'power-of-n': ['power-of-n', 'Power_of_N', 'powerOf2', 'power-of-two', 'POWEROFN'],
  'wait-and-widen': ['wait-and-widen', 'WAIT_AND_WIDEN', 'groq-multiregion', 'Groq_Multiregion'],
  'round-robin': ['round-robin', 'round_robin', 'Round-Robin'],
  random: ['random', 'RANDOM'],
  pulsar: ['pulsar', 'Pulsar'],
  'pulsar-wait-and-widen': ['pulsar-wait-and-widen', 'pulsar_multiregion', 'PULSAR-multiregion'],
};

/** A number as digits, by another way than the code under test. */
const digits = (value: number): string => {
  if (Number.isInteger(value)) return BigInt(value).toString();
  const fixed = [0, 5, 17, 40, 100]
    .map((places) => value.toFixed(places))
    .find((text) => Number(text) === value);
  return fixed ?? expand(value);
};

/** Moves the point of `d.ddde-n` place by place. */
const expand = (value: number): string => {
  const [mantissa, exponent] = Math.abs(value).toExponential().split('e');
  const zeros = '0'.repeat(-Number(exponent) - 1);
  return `${value < 0 ? '-' : ''}0.${zeros}${mantissa!.replace('.', '')}`;
};

const written = (key: FieldKey, value: unknown, noise: number): string => {
  const text = typeof value === 'number' ? digits(value) : String(value);
  if (FIELDS[key].kind !== 'number') return text;
  const point = text.includes('.') ? '' : '.';
  return [text, `${text}${point}0`, `${text}${point}000`][noise % 3]!;
};

/** Some text that sets these values: in any order and spelling, as `noise` has it. */
export const write = (algorithm: AlgorithmName, values: Settings, noise: number): string => {
  const draw = createDraw(noise);
  const spellings = SPELLINGS[algorithm];
  const parameters = Object.entries(values)
    .map(([key, value]) => ({ key: key as FieldKey, value, rank: draw(1_000_000) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ key, value }) => `${FIELDS[key].name}=${written(key, value, draw(3))}`);
  const text = [spellings[draw(spellings.length)]!, ...parameters].reduce(
    (head, parameter) => `${head};${' '.repeat(draw(3))}${parameter}`,
  );
  return `${' '.repeat(draw(3))}${text}${' '.repeat(draw(3))}`;
};

export const fitsInHeader = (text: string): boolean => text.trim().length <= 1024;
