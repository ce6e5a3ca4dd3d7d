import { FIELD_KEYS, type AlgorithmConfig } from '../../core/config/fields.js';
import { defaultValue, type Policy } from '../../core/config/policy.js';

/** A configuration that compiles to this policy: what differs from the built-in defaults. */
export const configOf = (policy: Policy): AlgorithmConfig => {
  const config: Record<string, unknown> = { algorithm: policy.algorithm };
  for (const key of FIELD_KEYS) {
    if (policy[key] !== defaultValue(key, policy.algorithm)) config[key] = policy[key];
  }
  return config as AlgorithmConfig;
};
