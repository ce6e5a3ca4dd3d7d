/**
 * The JSON of one algorithm: its name, or an object of its name and fields.
 *
 * What it accepts follows from the field table. A decoded value comes with its warnings,
 * because only here their JSON paths are known.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { ALGORITHM_ALIASES, resolveAlgorithmName } from './algorithm-name.js';
import { builtInConfig } from './built-in-config.js';
import {
  about,
  decodeMember,
  errorAt,
  errorHere,
  isJsonObject,
  ownMember,
  pathOf,
  settle,
  type JsonObject,
} from '../codec/codec.js';
import { configWarnings } from './config-warning.js';
import type { Fault, Problem } from '../codec/fault.js';
import { checkField } from './field-value.js';
import {
  ALGORITHMS,
  FIELDS,
  FIELD_KEYS,
  type AlgorithmConfig,
  type AlgorithmName,
  type FieldKey,
  type FieldSpec,
} from './fields.js';
import { didYouMean } from '../codec/nearest-name.js';

/** Something that loads, and what is questionable about it. */
export type Checked<A> = Readonly<{ config: A; warnings: readonly Fault[] }>;

/** The field of the table with that JSON name, if any. */
export const fieldNamed = (name: string): FieldKey | undefined => KEY_BY_NAME.get(name);

/** The JSON of an algorithm object; the codec reads it back equal. */
export const encodeAlgorithmConfig = (config: AlgorithmConfig): JsonObject => {
  const json: Record<string, unknown> = { algorithm: config.algorithm };
  for (const key of FIELD_KEYS) {
    if (config[key] !== undefined) json[FIELDS[key].name] = config[key];
  }
  return json;
};

/** Decodes an algorithm name or object. */
export const algorithmCodec = new t.Type<Checked<AlgorithmConfig>, JsonObject, unknown>(
  'Algorithm',
  (value): value is Checked<AlgorithmConfig> => isJsonObject(value),
  (json, context) => {
    if (isJsonObject(json)) return decodeAlgorithmObject(json, context);
    const name = algorithmNameCodec.validate(json, context);
    if (E.isRight(name)) return t.success({ config: builtInConfig(name.right), warnings: [] });
    if (typeof json === 'string') return name;
    const expected = 'an algorithm name, or an object with "algorithm"';
    return t.failures([errorHere(context, json, { code: 'wrong_type', expected })]);
  },
  ({ config }) => encodeAlgorithmConfig(config),
);

/** Decodes an algorithm name in its exact spelling, aliases included. */
export const algorithmNameCodec = new t.Type<AlgorithmName, AlgorithmName, unknown>(
  'AlgorithmName',
  (value): value is AlgorithmName => ALGORITHMS.includes(value as AlgorithmName),
  (json, context) => {
    const name = typeof json === 'string' ? resolveAlgorithmName(json) : undefined;
    if (name !== undefined) return t.success(name);
    return t.failures([errorHere(context, json, wrongName(json))]);
  },
  t.identity,
);

const wrongName = (json: unknown): Problem => {
  const known = [...ALGORITHMS, ...ALGORITHM_ALIASES.keys()];
  const expected = `an algorithm, one of ${ALGORITHMS.join(', ')}${didYouMean(json, known)}`;
  if (json === undefined) return { code: 'missing', expected };
  return { code: typeof json === 'string' ? 'invalid_value' : 'wrong_type', expected };
};

const decodeAlgorithmObject = (
  json: JsonObject,
  context: t.Context,
): t.Validation<Checked<AlgorithmConfig>> => {
  const errors: t.Errors = [];
  const algorithm = decodeMember(
    algorithmNameCodec,
    context,
    'algorithm',
    ownMember(json, 'algorithm'),
    errors,
  );
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(json)) {
    const value = json[name];
    if (name === 'algorithm' || value === undefined) continue;
    const key = fieldNamed(name);
    const problem =
      key === undefined ? unknownField(name, algorithm) : checkField(key, algorithm, value);
    if (problem) errors.push(errorAt(context, name, value, problem));
    // JSON can spell -0, which is 0.
    else fields[key!] = typeof value === 'number' ? value + 0 : value;
  }
  return settle(
    about(errors, () => algorithm),
    () => {
      const config = Object.freeze({ algorithm: algorithm!, ...fields });
      return { config, warnings: configWarnings(config, pathOf(context)) };
    },
  );
};

const KEY_BY_NAME: ReadonlyMap<string, FieldKey> = new Map(
  FIELD_KEYS.map((key) => [FIELDS[key].name, key]),
);

const unknownField = (name: string, algorithm: AlgorithmName | undefined): Problem => {
  if (name === 'request_algorithms') {
    const expected = 'request_algorithms only at the top level or directly in a models entry';
    return { code: 'not_applicable', expected };
  }
  const rows: readonly FieldSpec[] = Object.values(FIELDS);
  const names = rows
    .filter((field) => algorithm === undefined || field.algorithms.includes(algorithm))
    .map((field) => field.name);
  const expected = `a known field${didYouMean(name, ['algorithm', ...names])}`;
  return { code: 'unknown_field', expected };
};
