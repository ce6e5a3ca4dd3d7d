import { isJsonObject } from '../codec/codec.js';
import { fault, type Fault } from '../codec/fault.js';
import { inputError } from '../codec/input-error.js';
import { didYouMean } from '../codec/nearest-name.js';
import { checkField } from './field-value.js';
import {
  ALGORITHMS,
  FIELDS,
  FIELD_KEYS,
  type AlgorithmConfig,
  type AlgorithmName,
  type FieldKey,
  type FieldSpec,
  type FieldValues,
} from './fields.js';

/** The effective value of every field; undefined where the field may stay unset. */
export type PolicySettings = {
  [K in FieldKey]: (typeof FIELDS)[K]['default'] extends undefined
    ? FieldValues[K] | undefined
    : FieldValues[K];
};

/**
 * A compiled algorithm configuration: every field has its effective value.
 *
 * Fields that do not apply to the algorithm stand at their defaults, so two policies that act
 * alike are equal field by field.
 */
export type Policy = Readonly<
  {
    algorithm: AlgorithmName;
    /** Members of the affinity group; 0: there is none. */
    groupSize: number;
    /** The queue SLO; null where it is not set. */
    queueSlo: QueueSlo | null;
    /** Whether sampled clusters are compared by the very TTFT that buckets are formed by. */
    comparesByBucketTtft: boolean;
    /** What the ring, and a walk around it, depend on beside target, clusters and affinity key. */
    ringKey: string;
    walkKey: string;
  } & PolicySettings
>;

/** Bounds of the queue delay, between which it slides over the request's SLO. */
export type QueueSlo = Readonly<{ floorMs: number; ceilMs: number }>;

/**
 * Resolves a configuration to effective values.
 *
 * Read as something else: a 0 where the table says so, one queue-SLO bound without the other
 * (dropped), and fields without effect (dropped). `band_widen_interval_ms` stays unset, because
 * it then follows the affinity wait of each request.
 *
 * Throws a RangeError that lists every fault when a field has a value it cannot have, belongs to
 * other algorithms or is not known; what `parseLbConfig` and `parseAlgorithmConfig` give never has
 * any.
 */
export const compilePolicy = (config: AlgorithmConfig): Policy => {
  const faults = findFaults(config);
  if (faults.length > 0) throw inputError('policy', faults);
  const values = FIELD_KEYS.map((key) => [key, effectiveValue(key, config)] as const);
  const settings = Object.fromEntries(values) as PolicySettings;
  const queueSlo = queueSloOf(settings);
  if (queueSlo === null) {
    settings.maxQueueTimeFloorMs = undefined;
    settings.maxQueueTimeCeilMs = undefined;
  }
  const groupSize = settings.cacheAffinityBackendSelectionCount ?? 0;
  const ringKey = `${String(settings.cacheAffinityVirtualNodes)} ${settings.seed}`;
  return inOneShape({
    ...settings,
    algorithm: config.algorithm,
    groupSize,
    queueSlo,
    comparesByBucketTtft: comparesByBucketTtft(settings),
    ringKey,
    walkKey: `${String(groupSize)} ${ringKey}`,
  });
};

/**
 * A frozen copy. Built from entries all policies share one hidden class, so that code which has met
 * several still reads them fast; spread together or filled key by key, each gets one of its own.
 */
const inOneShape = (policy: Policy): Policy =>
  Object.freeze(Object.fromEntries(Object.entries(policy)) as Policy);

/** The fields of a policy that differ from the built-in defaults, in the order of the table. */
export const changedFields = (policy: Policy): readonly FieldKey[] =>
  FIELD_KEYS.filter((key) => policy[key] !== defaultValue(key, policy.algorithm));

/** A configuration that compiles to this policy: what differs from the built-in defaults. */
export const configOf = (policy: Policy): AlgorithmConfig => {
  const changed = changedFields(policy).map((key) => [key, policy[key]]);
  return { algorithm: policy.algorithm, ...Object.fromEntries(changed) } as AlgorithmConfig;
};

/** The members of the affinity group that a configuration asks for; 0: none. */
export const groupSizeOf = (config: AlgorithmConfig): number =>
  (effectiveValue('cacheAffinityBackendSelectionCount', config) as number | undefined) ?? 0;

const findFaults = (config: AlgorithmConfig): readonly Fault[] => {
  if (!isJsonObject(config)) {
    const expected = 'an object with "algorithm"';
    return [fault({ code: 'wrong_type', expected, path: '', given: config })];
  }
  const { algorithm } = config;
  if (!ALGORITHMS.includes(algorithm)) {
    const expected = `one of ${ALGORITHMS.join(', ')}${didYouMean(algorithm, ALGORITHMS)}`;
    return [fault({ code: 'invalid_value', expected, path: 'algorithm', given: algorithm })];
  }
  const bad = FIELD_KEYS.flatMap((key) => {
    const given = config[key];
    const problem = given === undefined ? undefined : checkField(key, algorithm, given);
    return problem === undefined ? [] : [fault({ ...problem, path: key, given })];
  });
  return [...bad, ...unknownFields(config)];
};

/** Also fields spelled as in JSON: without a fault they would act as if they were not there. */
const unknownFields = (config: AlgorithmConfig): readonly Fault[] =>
  Object.entries(config)
    .filter(([name, given]) => given !== undefined && !KNOWN.has(name))
    .map(([path, given]) => {
      const expected = `a known field${didYouMean(KEYS_IN_JSON.get(path) ?? path, [...KNOWN])}`;
      return fault({ code: 'unknown_field', expected, path, given });
    });

const KNOWN: ReadonlySet<string> = new Set(['algorithm', ...FIELD_KEYS]);

const KEYS_IN_JSON: ReadonlyMap<string, FieldKey> = new Map(
  FIELD_KEYS.map((key) => [FIELDS[key].name, key]),
);

const queueSloOf = ({
  maxQueueTimeFloorMs: floorMs,
  maxQueueTimeCeilMs: ceilMs,
}: PolicySettings): QueueSlo | null =>
  floorMs === undefined || ceilMs === undefined ? null : { floorMs, ceilMs };

const comparesByBucketTtft = (settings: PolicySettings): boolean =>
  settings.comparator === 'ttft' &&
  !settings.ignoreQueueTime &&
  !settings.ignoreInputProcessingTime;

/** The built-in value of a field for one algorithm, as `compilePolicy` resolves it. */
export const defaultValue = (key: FieldKey, algorithm: AlgorithmName): FieldSpec['default'] => {
  const field: FieldSpec = FIELDS[key];
  return field.defaultFor?.[algorithm] ?? field.default;
};

const effectiveValue = (key: FieldKey, config: AlgorithmConfig): FieldSpec['default'] => {
  const field: FieldSpec = FIELDS[key];
  const { algorithm } = config;
  const acts = field.algorithms.includes(algorithm) && !field.inertFor?.includes(algorithm);
  const given = acts ? config[key] : undefined;
  if (given === undefined) return defaultValue(key, algorithm);
  const zeroMeans = field.zeroMeans?.[algorithm];
  if (given === 0 && zeroMeans !== undefined) return zeroMeans === 'unset' ? undefined : zeroMeans;
  return Object.is(given, -0) ? 0 : given;
};
