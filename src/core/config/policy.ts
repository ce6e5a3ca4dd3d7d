import { fault } from '../codec/fault.js';
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
    /** What the affinity order depends on beside the target, its clusters and the key. */
    orderKey: string;
  } & PolicySettings
>;

/**
 * Resolves a configuration to effective values.
 *
 * Read as something else: a 0 where the table says so, one queue-SLO bound without the other
 * (dropped), and fields without effect (dropped). `band_widen_interval_ms` stays unset, because
 * it then follows the affinity wait of each request.
 *
 * Throws a RangeError that lists every fault when a field has a value it cannot have, or belongs
 * to other algorithms; what `parseLbConfig` and `parseAlgorithmConfig` give never has any.
 */
export const compilePolicy = (config: AlgorithmConfig): Policy => {
  const faults = findFaults(config);
  if (faults.length > 0) throw new RangeError(`bad policy: ${faults.join('; ')}`);
  const settings: Record<string, unknown> = { algorithm: config.algorithm };
  for (const key of FIELD_KEYS) settings[key] = effectiveValue(key, config);
  if (
    settings['maxQueueTimeFloorMs'] === undefined ||
    settings['maxQueueTimeCeilMs'] === undefined
  ) {
    settings['maxQueueTimeFloorMs'] = undefined;
    settings['maxQueueTimeCeilMs'] = undefined;
  }
  settings['orderKey'] = orderKey(settings as Policy);
  // A copy: an object filled key by key ends up as a hash table, which is slow to read.
  return Object.freeze({ ...settings }) as Policy;
};

const findFaults = (config: AlgorithmConfig): readonly string[] => {
  if (!ALGORITHMS.includes(config.algorithm)) {
    const expected = `one of ${ALGORITHMS.join(', ')}`;
    const { algorithm: given } = config;
    return [fault({ code: 'invalid_value', expected, path: 'algorithm', given }).message];
  }
  return FIELD_KEYS.flatMap((key) => {
    const given = config[key];
    const problem = given === undefined ? undefined : checkField(key, config.algorithm, given);
    return problem === undefined ? [] : [fault({ ...problem, path: key, given }).message];
  });
};

const orderKey = (policy: Policy): string => {
  if (policy.algorithm !== 'wait-and-widen') return policy.seed;
  const k = policy.cacheAffinityBackendSelectionCount ?? 0;
  return `${String(k)} ${String(policy.cacheAffinityVirtualNodes)} ${policy.seed}`;
};

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
