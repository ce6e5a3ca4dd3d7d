/** Which algorithm serves which model, and what a request may select instead. */
import { BUILT_INS, builtInConfig } from './built-in-config.js';
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
export const DEFAULT_LB_CONFIG: LbConfig = Object.freeze({
  default: 'power-of-n',
  requestAlgorithms: BUILT_INS,
  models: new Map(),
});

/**
 * The configuration that serves a model, with the algorithm a request asks for, if any.
 *
 * Undefined: that algorithm may not be selected for the model.
 */
export const resolveAlgorithm = (
  config: LbConfig,
  modelId: string,
  method?: AlgorithmName,
): AlgorithmConfig | undefined => {
  const entry = config.models.get(modelId);
  const usual = entry?.configured ?? builtInConfig(config.default);
  if (method === undefined || usual.algorithm === method) return usual;
  return entry?.requestAlgorithms.get(method) ?? config.requestAlgorithms.get(method);
};
