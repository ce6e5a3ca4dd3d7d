import { type AlgorithmConfig } from '../../core/config/fields.js';
import { type Policy } from '../../core/config/policy.js';
/** A configuration that compiles to this policy: what differs from the built-in defaults. */
export declare const configOf: (policy: Policy) => AlgorithmConfig;
