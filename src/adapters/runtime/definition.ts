import { builtInConfig } from '../../core/config/built-in-config.js';
import type { LbConfig } from '../../core/config/config.js';
import type { AlgorithmConfig } from '../../core/config/fields.js';
import { compilePolicy, type Policy } from '../../core/config/policy.js';
import { canonicalExpression, policyIdentity } from '../../expression/index.js';

/** A resolved configuration, ready to decide with. Immutable; equal identities decide alike. */
export type Definition = Readonly<{ policy: Policy; canonical: string; identity: string }>;

export const defineConfig = (config: AlgorithmConfig): Definition =>
  definePolicy(compilePolicy(config));

export const definePolicy = (policy: Policy): Definition =>
  Object.freeze({
    policy,
    canonical: canonicalExpression(policy),
    identity: policyIdentity(policy),
  });

/** The definitions that the configuration itself names, by identity: they are never evicted. */
export const staticDefinitions = (config: LbConfig): ReadonlyMap<string, Definition> => {
  const definitions = [...configuredObjects(config)].map(defineConfig);
  return new Map(definitions.map((definition) => [definition.identity, definition]));
};

function* configuredObjects(config: LbConfig): Iterable<AlgorithmConfig> {
  yield builtInConfig(config.default);
  yield* config.requestAlgorithms.values();
  for (const entry of config.models.values()) {
    yield entry.configured;
    yield* entry.requestAlgorithms.values();
  }
}
