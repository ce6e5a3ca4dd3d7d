import { ALGORITHMS, type AlgorithmConfig, type AlgorithmName } from './fields.js';

/** An algorithm with nothing set: its built-in settings. Always the same object. */
export const builtInConfig = (algorithm: AlgorithmName): AlgorithmConfig =>
  BUILT_INS.get(algorithm)!;

/** Every algorithm with its built-in settings. */
export const BUILT_INS: ReadonlyMap<AlgorithmName, AlgorithmConfig> = new Map(
  ALGORITHMS.map((algorithm) => [algorithm, Object.freeze({ algorithm })]),
);
