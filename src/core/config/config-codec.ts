/** The JSON of a whole lb-config: docs/configuration.md describes it for people. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import {
  algorithmCodec,
  algorithmNameCodec,
  encodeAlgorithmConfig,
  type Checked,
} from './algorithm-codec.js';
import { resolveAlgorithmName } from './algorithm-name.js';
import {
  decodeMember,
  errorAt,
  isJsonObject,
  memberPath,
  objectCodec,
  ownMember,
  pathOf,
  settle,
  type JsonObject,
} from '../codec/codec.js';
import type { LbConfig, ModelEntry, RequestAlgorithms } from './config.js';
import { fault, type Fault, type Problem } from '../codec/fault.js';
import { ALGORITHMS, type AlgorithmConfig, type AlgorithmName } from './fields.js';
import { didYouMean } from '../codec/nearest-name.js';

/** The JSON of an lb-config; the codec reads it back equal. */
export const encodeLbConfig = (config: LbConfig): JsonObject => ({
  default: config.default,
  request_algorithms: encodeRequestAlgorithms(config.requestAlgorithms),
  models: encodeModels(config.models),
});

/** Decodes an lb-config. */
export const lbConfigCodec = objectCodec<Checked<LbConfig>>(
  'LbConfig',
  (json, context) => {
    const errors: t.Errors = [];
    for (const name of Object.keys(json)) {
      if (!MEMBERS.includes(name)) errors.push(errorAt(context, name, json[name], unknown(name)));
    }
    const member = <A>(codec: t.Decoder<unknown, A>, name: string): A | undefined => {
      const value = ownMember(json, name);
      return value === undefined ? undefined : decodeMember(codec, context, name, value, errors);
    };
    const fallback = member(algorithmNameCodec, 'default');
    const overrides = member(requestAlgorithmsCodec, 'request_algorithms');
    const models = member(modelsCodec, 'models');
    return settle(errors, () => {
      const config = Object.freeze({
        default: fallback ?? 'power-of-n',
        requestAlgorithms: overrides?.config ?? new Map(),
        models: models?.config ?? new Map(),
      });
      const shadowed = shadowedOverride(
        ownMember(json, 'request_algorithms'),
        config.default,
        context,
        DEFAULT_WINS,
      );
      return {
        config,
        warnings: [...(overrides?.warnings ?? []), ...(models?.warnings ?? []), ...shadowed],
      };
    });
  },
  ({ config }) => encodeLbConfig(config),
);

const DEFAULT_WINS =
  'another algorithm, as models without an entry get the default with its built-in settings';

const OWN_SETTINGS_WIN = "another algorithm, as the model's own settings always come first";

/** An override of the algorithm that is chosen anyway never acts, or not where one would think. */
const shadowedOverride = (
  overrides: unknown,
  winner: AlgorithmName,
  context: t.Context,
  expected: string,
): readonly Fault[] => {
  if (!isJsonObject(overrides)) return [];
  const key = Object.keys(overrides).find((name) => resolveAlgorithmName(name) === winner);
  if (key === undefined) return [];
  const path = memberPath(memberPath(pathOf(context), 'request_algorithms'), key);
  return [fault({ code: 'not_applicable', expected, path, given: key })];
};

const MEMBERS: readonly string[] = ['default', 'request_algorithms', 'models'];

const unknown = (name: string): Problem => ({
  code: 'unknown_field',
  expected: `one of ${MEMBERS.join(', ')}${didYouMean(name, MEMBERS)}`,
});

const requestAlgorithmsCodec = objectCodec<Checked<RequestAlgorithms>>(
  'RequestAlgorithms',
  (json, context) => {
    const errors: t.Errors = [];
    const warnings: Fault[] = [];
    const keyOf = new Map<AlgorithmName, string>();
    const overrides = new Map<AlgorithmName, AlgorithmConfig>();
    for (const key of Object.keys(json)) {
      const algorithm = resolveAlgorithmName(key);
      const keyProblem = checkKey(key, algorithm, keyOf);
      if (keyProblem) errors.push(errorAt(context, key, key, keyProblem));
      const entry = decodeMember(algorithmCodec, context, key, json[key], errors);
      if (algorithm === undefined || entry === undefined) continue;
      if (entry.config.algorithm !== algorithm) {
        const expected = `algorithm ${algorithm}, as its key says`;
        const problem = { code: 'invalid_value', expected } as const;
        errors.push(errorAt(context, key, entry.config.algorithm, problem));
      }
      overrides.set(algorithm, entry.config);
      warnings.push(...entry.warnings);
    }
    return settle(errors, () => ({ config: overrides, warnings }));
  },
  ({ config }) => encodeRequestAlgorithms(config),
);

/** Keys are algorithm names, each algorithm at most once whatever the spelling. */
const checkKey = (
  key: string,
  algorithm: AlgorithmName | undefined,
  keyOf: Map<AlgorithmName, string>,
): Problem | undefined => {
  if (algorithm === undefined) {
    const expected = `an algorithm as key, one of ${ALGORITHMS.join(', ')}`;
    return { code: 'invalid_value', expected: expected + didYouMean(key, ALGORITHMS) };
  }
  const other = keyOf.get(algorithm);
  if (other === undefined) {
    keyOf.set(algorithm, key);
    return undefined;
  }
  return { code: 'duplicate', expected: `${algorithm} once (the key "${other}" names it too)` };
};

const modelEntryCodec = new t.Type<Checked<ModelEntry>, JsonObject, unknown>(
  'ModelEntry',
  (value): value is Checked<ModelEntry> => isJsonObject(value),
  (json, context) => {
    const { nested, own } = splitEntry(json);
    const configured = algorithmCodec.validate(own, context);
    const errors: t.Errors = E.isLeft(configured) ? [...configured.left] : [];
    const overrides =
      nested === undefined
        ? { config: new Map(), warnings: [] }
        : decodeMember(requestAlgorithmsCodec, context, 'request_algorithms', nested, errors);
    if (E.isLeft(configured) || overrides === undefined) return t.failures(errors);
    const { config, warnings } = configured.right;
    const { algorithm } = config;
    const shadowed = shadowedOverride(nested, algorithm, context, OWN_SETTINGS_WIN);
    return t.success({
      config: Object.freeze({ configured: config, requestAlgorithms: overrides.config }),
      warnings: [...warnings, ...overrides.warnings, ...shadowed],
    });
  },
  ({ config }) => encodeModelEntry(config),
);

/** A model's own algorithm object, apart from the overrides that may stand in it. */
const splitEntry = (json: unknown): Readonly<{ own: unknown; nested: unknown }> => {
  if (!isJsonObject(json)) return { own: json, nested: undefined };
  const { request_algorithms: nested, ...own } = json;
  return Object.hasOwn(json, 'request_algorithms') ? { own, nested } : { own, nested: undefined };
};

const modelsCodec = objectCodec<Checked<LbConfig['models']>>(
  'Models',
  (json, context) => {
    const errors: t.Errors = [];
    const warnings: Fault[] = [];
    const models = new Map<string, ModelEntry>();
    for (const modelId of Object.keys(json)) {
      const entry = decodeMember(modelEntryCodec, context, modelId, json[modelId], errors);
      if (entry === undefined) continue;
      models.set(modelId, entry.config);
      warnings.push(...entry.warnings);
    }
    return settle(errors, () => ({ config: models, warnings }));
  },
  ({ config }) => encodeModels(config),
);

const encodeModels = (models: LbConfig['models']): JsonObject =>
  Object.fromEntries(Array.from(models, ([modelId, entry]) => [modelId, encodeModelEntry(entry)]));

const encodeModelEntry = ({ configured, requestAlgorithms }: ModelEntry): JsonObject => ({
  ...encodeAlgorithmConfig(configured),
  ...(requestAlgorithms.size > 0 && {
    request_algorithms: encodeRequestAlgorithms(requestAlgorithms),
  }),
});

const encodeRequestAlgorithms = (overrides: RequestAlgorithms): JsonObject =>
  Object.fromEntries(
    Array.from(overrides, ([algorithm, config]) => [algorithm, encodeAlgorithmConfig(config)]),
  );
