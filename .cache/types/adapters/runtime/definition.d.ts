import type { LbConfig } from '../../core/config/config.js';
import type { AlgorithmConfig } from '../../core/config/fields.js';
import { type Policy } from '../../core/config/policy.js';
/** A resolved configuration, ready to decide with. Immutable; equal identities decide alike. */
export type Definition = Readonly<{
    policy: Policy;
    canonical: string;
    identity: string;
}>;
export declare const defineConfig: (config: AlgorithmConfig) => Definition;
export declare const definePolicy: (policy: Policy) => Definition;
/** The definitions that the configuration itself names, by identity: they are never evicted. */
export declare const staticDefinitions: (config: LbConfig) => ReadonlyMap<string, Definition>;
