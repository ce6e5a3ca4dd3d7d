import { type AlgorithmConfig, type AlgorithmName } from './fields.js';
/** An algorithm with nothing set: its built-in settings. Always the same object. */
export declare const builtInConfig: (algorithm: AlgorithmName) => AlgorithmConfig;
/** Every algorithm with its built-in settings. */
export declare const BUILT_INS: ReadonlyMap<AlgorithmName, AlgorithmConfig>;
