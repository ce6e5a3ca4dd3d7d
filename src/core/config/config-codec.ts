/** The JSON of a whole lb-config: docs/load-balancer-configuration.md describes it for people. */
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import {
  decodeWith,
  errorHere,
  isJsonObject,
  makeCodec,
  memberPath,
  pathOf,
} from '../codec/codec.js';
import type { Codec, JsonObject } from '../codec/codec.js';
import { fault, type Fault, type Problem } from '../codec/fault.js';
import { didYouMean } from '../codec/nearest-name.js';
import { defaulted, mapCodec, objectCodec, optional, recordOf } from '../codec/object-codec.js';
import {
  algorithmCodec,
  algorithmNameCodec,
  algorithmWith,
  type Checked,
} from './algorithm-codec.js';
import { resolveAlgorithmName } from './algorithm-name.js';
import { modelKeyWarning } from './config-warning.js';
import type { LbConfig, ModelEntry, RequestAlgorithms } from './config.js';
import { ALGORITHMS, type AlgorithmConfig, type AlgorithmName } from './fields.js';

/**
 * Reads an lb-config, or says everything that is wrong with it. `path` is where `json` stands in a
 * larger document.
 *
 * @example
 * parseLbConfig({ models: { 'model-a': { algorithm: 'pulsar', seed: 's' } } });
 */
export const parseLbConfig = (
  json: unknown,
  path = '',
): E.Either<readonly Fault[], Checked<LbConfig>> => decodeWith(lbConfigCodec, json, path);

/** The JSON of an lb-config; the codec reads it back equal. */
export const encodeLbConfig = (config: LbConfig): JsonObject =>
  lbConfigCodec.encode({ config, warnings: [] }) as JsonObject;

const NO_OVERRIDES: Checked<RequestAlgorithms> = { config: new Map(), warnings: [] };

/** What the algorithm of an override has to be, as its key says. */
const overrideOf = (algorithm: AlgorithmName): Codec<Checked<AlgorithmConfig>> =>
  makeCodec<Checked<AlgorithmConfig>>({
    ...algorithmCodec,
    validate: (json, context) => {
      const decoded = algorithmCodec.validate(json, context);
      if (E.isLeft(decoded) || decoded.right.config.algorithm === algorithm) return decoded;
      const expected = `algorithm ${algorithm}, as its key says`;
      const given = decoded.right.config.algorithm;
      return E.left([errorHere(context, given, { code: 'invalid_value', expected })]);
    },
  });

/** Keys are algorithm names, each algorithm at most once whatever the spelling. */
const checkKey = (key: string, keys: readonly string[]): Problem | undefined => {
  const algorithm = resolveAlgorithmName(key);
  if (algorithm === undefined) {
    const expected = `an algorithm as key, one of ${ALGORITHMS.join(', ')}`;
    return { code: 'invalid_value', expected: expected + didYouMean(key, ALGORITHMS) };
  }
  const first = keys.find((name) => resolveAlgorithmName(name) === algorithm);
  if (first === key) return undefined;
  return { code: 'duplicate', expected: `${algorithm} once (the key "${first!}" names it too)` };
};

const requestAlgorithmsCodec: Codec<Checked<RequestAlgorithms>> = mapCodec(
  recordOf<Checked<AlgorithmConfig>>('RequestAlgorithms', {
    codecFor: (key) => {
      const algorithm = resolveAlgorithmName(key);
      return algorithm === undefined ? algorithmCodec : overrideOf(algorithm);
    },
    presence: 'required',
    problemOfKey: checkKey,
    schema: () => ({
      title: 'RequestAlgorithms',
      type: 'object',
      propertyNames: algorithmNameCodec.schema(),
      additionalProperties: algorithmCodec.schema(),
    }),
  }),
  (overrides) => ({
    config: new Map(Object.values(overrides).map(({ config }) => [config.algorithm, config])),
    warnings: Object.values(overrides).flatMap(({ warnings }) => warnings),
  }),
  ({ config }) =>
    Object.fromEntries(
      Array.from(config, ([algorithm, entry]) => [algorithm, { config: entry, warnings: [] }]),
    ),
);

type Overrides = Readonly<{ requestAlgorithms?: Checked<RequestAlgorithms> }>;

/** A model's own algorithm, and the overrides that may stand in its object. */
const modelEntryCodec: Codec<Checked<ModelEntry>> = mapCodec(
  algorithmWith<Overrides>({
    requestAlgorithms: optional('request_algorithms', requestAlgorithmsCodec),
  }),
  ({ config, warnings }, json, context) => {
    const { requestAlgorithms: overrides = NO_OVERRIDES, ...configured } = config;
    const shadowed = shadowedOverride(json, configured.algorithm, context, OWN_SETTINGS_WIN);
    return {
      config: Object.freeze({
        configured: Object.freeze(configured),
        requestAlgorithms: overrides.config,
      }),
      warnings: [...warnings, ...overrides.warnings, ...shadowed],
    };
  },
  ({ config: { configured, requestAlgorithms } }) => ({
    config: {
      ...configured,
      ...(requestAlgorithms.size > 0 && {
        requestAlgorithms: { config: requestAlgorithms, warnings: [] },
      }),
    },
    warnings: [],
  }),
);

const modelsCodec: Codec<Checked<LbConfig['models']>> = mapCodec(
  recordOf<Checked<ModelEntry>>('Models', {
    codecFor: () => modelEntryCodec,
    presence: 'required',
    schema: () => ({ type: 'object', additionalProperties: modelEntryCodec.schema() }),
  }),
  (models, _json, context) => ({
    config: new Map(Object.entries(models).map(([modelId, { config }]) => [modelId, config])),
    warnings: Object.entries(models).flatMap(([modelId, { warnings }]) => [
      ...modelKeyWarning(modelId, memberPath(pathOf(context), modelId)),
      ...warnings,
    ]),
  }),
  ({ config }) =>
    Object.fromEntries(
      Array.from(config, ([modelId, entry]) => [modelId, { config: entry, warnings: [] }]),
    ),
);

type LbConfigRow = Overrides &
  Readonly<{ default: AlgorithmName; models?: Checked<LbConfig['models']> }>;

/** Decodes an lb-config. */
export const lbConfigCodec: Codec<Checked<LbConfig>> = mapCodec(
  objectCodec<LbConfigRow>('LbConfig', {
    members: {
      default: defaulted('default', algorithmNameCodec, 'power-of-n', 'for other models'),
      requestAlgorithms: optional('request_algorithms', requestAlgorithmsCodec),
      models: optional('models', modelsCodec),
    },
    unknown: 'refused',
    passing: ['$schema'],
    nullIs: 'a value',
  }),
  ({ default: fallback, requestAlgorithms = NO_OVERRIDES, models }, json, context) => ({
    config: Object.freeze({
      default: fallback,
      requestAlgorithms: requestAlgorithms.config,
      models: models?.config ?? new Map<string, ModelEntry>(),
    }),
    warnings: [
      ...requestAlgorithms.warnings,
      ...(models?.warnings ?? []),
      ...shadowedOverride(json, fallback, context, DEFAULT_WINS),
    ],
  }),
  ({ config: { default: fallback, requestAlgorithms, models } }) => ({
    default: fallback,
    requestAlgorithms: { config: requestAlgorithms, warnings: [] },
    models: { config: models, warnings: [] },
  }),
);

const DEFAULT_WINS =
  'another algorithm, as models without an entry get the default with its built-in settings';

const OWN_SETTINGS_WIN = "another algorithm, as the model's own settings always come first";

/** An override of the algorithm that is chosen anyway never acts, or not where one would think. */
const shadowedOverride = (
  json: unknown,
  winner: AlgorithmName,
  context: t.Context,
  expected: string,
): readonly Fault[] => {
  const overrides = isJsonObject(json) ? json['request_algorithms'] : undefined;
  if (!isJsonObject(overrides)) return [];
  const key = Object.keys(overrides).find((name) => resolveAlgorithmName(name) === winner);
  if (key === undefined) return [];
  const path = memberPath(memberPath(pathOf(context), 'request_algorithms'), key);
  return [fault({ code: 'not_applicable', expected, path, given: key })];
};
