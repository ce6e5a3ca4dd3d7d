/**
 * The JSON of one algorithm: its name, or an object of its name and fields.
 *
 * What it accepts follows from the field table. A decoded value comes with its warnings,
 * because only here their JSON paths are known.
 */
import * as E from 'fp-ts/lib/Either.js';
import {
  decodeWith,
  errorHere,
  isJsonObject,
  makeCodec,
  ownMember,
  pathOf,
} from '../codec/codec.js';
import type { Codec, JsonObject } from '../codec/codec.js';
import type { Fault, Problem } from '../codec/fault.js';
import { didYouMean } from '../codec/nearest-name.js';
import { mapCodec, objectCodec, optional, required, type Members } from '../codec/object-codec.js';
import { valueCodec } from '../codec/value-codec.js';
import { ALGORITHM_ALIASES, resolveAlgorithmName } from './algorithm-name.js';
import { builtInConfig } from './built-in-config.js';
import { configWarnings } from './config-warning.js';
import { checkField, fieldSchema } from './field-value.js';
import {
  ALGORITHMS,
  FIELDS,
  FIELD_KEYS,
  type AlgorithmConfig,
  type AlgorithmName,
  type FieldKey,
  type FieldSpec,
} from './fields.js';

/** Something that loads, and what is questionable about it. */
export type Checked<A> = Readonly<{ config: A; warnings: readonly Fault[] }>;

/**
 * Reads one algorithm name or object, or says everything that is wrong with it. `path` is where
 * `json` stands in a larger document.
 *
 * @example
 * parseAlgorithmConfig({ algorithm: 'wait-and-widen', cache_affinity_wait_ms: 300 });
 */
export const parseAlgorithmConfig = (
  json: unknown,
  path = '',
): E.Either<readonly Fault[], Checked<AlgorithmConfig>> => decodeWith(algorithmCodec, json, path);

/** The field of the table with that JSON name, if any. */
export const fieldNamed = (name: string): FieldKey | undefined => KEY_BY_NAME.get(name);

const KEY_BY_NAME: ReadonlyMap<string, FieldKey> = new Map(
  FIELD_KEYS.map((key) => [FIELDS[key].name, key]),
);

/** Decodes an algorithm name in its exact spelling, aliases included. */
export const algorithmNameCodec = valueCodec<AlgorithmName>('AlgorithmName', {
  problemOf: (json) =>
    typeof json === 'string' && resolveAlgorithmName(json) !== undefined
      ? undefined
      : wrongName(json),
  schema: { title: 'AlgorithmName', enum: [...ALGORITHMS, ...ALGORITHM_ALIASES.keys()] },
  read: (json: string) => resolveAlgorithmName(json)!,
});

const wrongName = (json: unknown): Problem => {
  const known = [...ALGORITHMS, ...ALGORITHM_ALIASES.keys()];
  const expected = `an algorithm, one of ${ALGORITHMS.join(', ')}${didYouMean(json, known)}`;
  return { code: typeof json === 'string' ? 'invalid_value' : 'wrong_type', expected };
};

/** Decodes an algorithm name, or an object that may have `extra` members beside its fields. */
export const algorithmWith = <Extra extends object>(
  extra: Members<Extra>,
): Codec<Checked<AlgorithmConfig & Extra>> => {
  const codecs = new Map<AlgorithmName | undefined, Codec<AlgorithmConfig & Extra>>(
    [...ALGORITHMS, undefined].map((algorithm) => [algorithm, objectOf(algorithm, extra)]),
  );
  const codecFor = (json: JsonObject): Codec<AlgorithmConfig & Extra> => {
    const name = ownMember(json, 'algorithm');
    return codecs.get(typeof name === 'string' ? resolveAlgorithmName(name) : undefined)!;
  };
  const codec = makeCodec<AlgorithmConfig & Extra>({
    name: 'Algorithm',
    validate: (json, context) => {
      if (isJsonObject(json)) return codecFor(json).validate(json, context);
      const name = algorithmNameCodec.validate(json, context);
      if (E.isRight(name)) return E.right(builtInConfig(name.right) as AlgorithmConfig & Extra);
      if (typeof json === 'string') return name;
      const expected = 'an algorithm name, or an object with "algorithm"';
      return E.left([errorHere(context, json, { code: 'wrong_type', expected })]);
    },
    encode: (config) => codecs.get(config.algorithm)!.encode(config),
    schema: () => ({
      title: 'Algorithm',
      anyOf: [algorithmNameCodec.schema(), ...ALGORITHMS.map((name) => codecs.get(name)!.schema())],
    }),
  });
  return mapCodec(
    codec,
    (config, _json, context) => ({ config, warnings: configWarnings(config, pathOf(context)) }),
    ({ config }) => config,
  );
};

/** Without an algorithm, as its name is wrong, only the values are judged. */
const objectOf = <Extra extends object>(
  algorithm: AlgorithmName | undefined,
  extra: Members<Extra>,
): Codec<AlgorithmConfig & Extra> =>
  objectCodec<AlgorithmConfig & Extra>(titleOf(algorithm), {
    members: {
      algorithm: required('algorithm', nameOf(algorithm)),
      ...Object.fromEntries(FIELD_KEYS.map((key) => [key, fieldMember(key, algorithm)])),
      ...extra,
    } as unknown as Members<AlgorithmConfig & Extra>,
    unknown: (name) => unknownField(name, algorithm),
    nullIs: 'a value',
    label: () => algorithm,
  });

/** `pulsar-wait-and-widen` is `PulsarWaitAndWiden`. */
const titleOf = (algorithm: AlgorithmName | undefined): string =>
  (algorithm ?? 'algorithm').replace(/(?:^|-)([a-z])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );

/** The schema of an object of one algorithm takes the spellings of its name only. */
const nameOf = (algorithm: AlgorithmName | undefined): Codec<AlgorithmName> => ({
  ...algorithmNameCodec,
  schema: () => ({
    enum: [...ALGORITHMS, ...ALGORITHM_ALIASES.keys()].filter(
      (name) => resolveAlgorithmName(name) === algorithm,
    ),
  }),
});

const fieldMember = (key: FieldKey, algorithm: AlgorithmName | undefined) => {
  const { name, effect, algorithms }: FieldSpec = FIELDS[key];
  const codec = valueCodec<unknown>(name, {
    problemOf: (json) => checkField(key, algorithm, json),
    schema: fieldSchema(key),
    // JSON can spell -0, which is 0.
    read: (json) => (typeof json === 'number' ? json + 0 : json),
  });
  const isHidden = algorithm !== undefined && !algorithms.includes(algorithm);
  return { ...optional(name, codec, effect), isHidden };
};

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

/** Decodes an algorithm name or object. */
export const algorithmCodec = algorithmWith<object>({});

/** The JSON of an algorithm object; the codec reads it back equal. */
export const encodeAlgorithmConfig = (config: AlgorithmConfig): JsonObject =>
  algorithmCodec.encode({ config, warnings: [] }) as JsonObject;
