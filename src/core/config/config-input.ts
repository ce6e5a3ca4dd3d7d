/** A configuration as a caller has it: parsed, or the plain JSON of one. */
import { isLeft } from 'fp-ts/lib/Either.js';
import { inputError } from '../codec/input-error.js';
import { parseLbConfig } from './config-codec.js';
import type { LbConfig } from './config.js';
import type { AlgorithmName, FieldKey, FIELDS, FieldValues } from './fields.js';

/** One of these names, or another text: what is imported from a file has no type but `string`. */
type OneOf<Name extends string> = Name | (string & {});

type ValueJson<Value> = Value extends string ? OneOf<Value> : Value;

/** The settings of an algorithm as JSON: what `parseAlgorithmConfig` accepts, without aliases. */
export type AlgorithmSettingsJson = Readonly<
  { algorithm: OneOf<AlgorithmName> } & {
    [Key in FieldKey as (typeof FIELDS)[Key]['name']]?: ValueJson<FieldValues[Key]> | undefined;
  }
>;

/** An algorithm by its name, or with settings. */
export type AlgorithmJson = OneOf<AlgorithmName> | AlgorithmSettingsJson;

type RequestAlgorithmsJson = Readonly<Record<string, AlgorithmJson>>;

/** The JSON of an lb-config; docs/load-balancer-configuration.md has every field. */
export type LbConfigJson = Readonly<{
  default?: OneOf<AlgorithmName> | undefined;
  request_algorithms?: RequestAlgorithmsJson | undefined;
  models?:
    | Readonly<
        Record<
          string,
          | AlgorithmJson
          | (AlgorithmSettingsJson &
              Readonly<{ request_algorithms?: RequestAlgorithmsJson | undefined }>)
        >
      >
    | undefined;
  /** Editors find the schema by it; it is passed over. */
  $schema?: string | undefined;
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
