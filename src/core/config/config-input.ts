/** A configuration as a caller has it: parsed, or the plain JSON of one. */
import { isLeft } from 'fp-ts/lib/Either.js';
import { inputError } from '../codec/input-error.js';
import { parseLbConfig } from './config-codec.js';
import type { LbConfig } from './config.js';

/** The JSON of an lb-config; docs/load-balancer-configuration.md has every field. */
export type LbConfigJson = Readonly<{
  default?: string;
  request_algorithms?: Readonly<Record<string, unknown>>;
  models?: Readonly<Record<string, unknown>>;
}>;

/**
 * The configuration that `input` is, or is the JSON of. Throws a RangeError with every fault when
 * it is neither; warnings are left to `parseLbConfig`.
 */
export const lbConfigOf = (input: LbConfig | LbConfigJson): LbConfig => {
  if (isParsed(input)) return input;
  const read = parseLbConfig(input);
  if (isLeft(read)) throw inputError('lb-config', read.left);
  return read.right.config;
};

const isParsed = (input: LbConfig | LbConfigJson | null): input is LbConfig =>
  typeof input === 'object' &&
  input !== null &&
  'requestAlgorithms' in input &&
  input.requestAlgorithms instanceof Map;
