/**
 * Which algorithm serves which model, and what a request may select instead.
 *
 * Bad configuration fails when it is read, with every fault listed. What loads but does
 * nothing comes back as a warning.
 */
import type * as E from 'fp-ts/lib/Either.js';
import { type Checked } from './algorithm-codec.js';
import type { Fault } from '../codec/fault.js';
import type { AlgorithmConfig, AlgorithmName } from './fields.js';
/** What `x-routing-method` may select, at most one configuration per algorithm. */
export type RequestAlgorithms = ReadonlyMap<AlgorithmName, AlgorithmConfig>;
/** A model's configured algorithm, and the overrides of its own. */
export type ModelEntry = Readonly<{
    configured: AlgorithmConfig;
    requestAlgorithms: RequestAlgorithms;
}>;
/** A whole lb-config. */
export type LbConfig = Readonly<{
    /** For models without an entry; always with its built-in settings. */
    default: AlgorithmName;
    requestAlgorithms: RequestAlgorithms;
    models: ReadonlyMap<string, ModelEntry>;
}>;
/** Without any file: power-of-n for every model, and every algorithm may be selected. */
export declare const DEFAULT_LB_CONFIG: LbConfig;
/**
 * Reads an lb-config, or says everything that is wrong with it.
 *
 * @example
 * parseLbConfig({ models: { 'model-a': { algorithm: 'pulsar', seed: 's' } } });
 */
export declare const parseLbConfig: (json: unknown, path?: string) => E.Either<readonly Fault[], Checked<LbConfig>>;
/**
 * Reads one algorithm name or object, or says everything that is wrong with it. `path` is where
 * `json` stands in a larger document.
 *
 * @example
 * parseAlgorithmConfig({ algorithm: 'wait-and-widen', cache_affinity_wait_ms: 300 });
 */
export declare const parseAlgorithmConfig: (json: unknown, path?: string) => E.Either<readonly Fault[], Checked<AlgorithmConfig>>;
/**
 * The configuration that serves a model, with the algorithm a request asks for, if any.
 *
 * Undefined: that algorithm may not be selected for the model.
 */
export declare const resolveAlgorithm: (config: LbConfig, modelId: string, method?: AlgorithmName) => AlgorithmConfig | undefined;
