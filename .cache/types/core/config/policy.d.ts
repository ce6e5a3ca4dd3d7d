import { FIELDS, type AlgorithmConfig, type AlgorithmName, type FieldKey, type FieldSpec, type FieldValues } from './fields.js';
/** The effective value of every field; undefined where the field may stay unset. */
export type PolicySettings = {
    [K in FieldKey]: (typeof FIELDS)[K]['default'] extends undefined ? FieldValues[K] | undefined : FieldValues[K];
};
/**
 * A compiled algorithm configuration: every field has its effective value.
 *
 * Fields that do not apply to the algorithm stand at their defaults, so two policies that act
 * alike are equal field by field.
 */
export type Policy = Readonly<{
    algorithm: AlgorithmName;
    /** What the affinity order depends on beside the target, its clusters and the key. */
    orderKey: string;
} & PolicySettings>;
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
export declare const compilePolicy: (config: AlgorithmConfig) => Policy;
/** The built-in value of a field for one algorithm, as `compilePolicy` resolves it. */
export declare const defaultValue: (key: FieldKey, algorithm: AlgorithmName) => FieldSpec["default"];
