import type { Policy } from '../core/config/policy.js';
/**
 * Writes a policy down as one expression: the canonical method name, then every field whose
 * effective value differs from the built-in default, sorted by name.
 *
 * It is read over the built-in defaults, never over a configured base. A value the grammar cannot
 * carry (a configured seed with ";", say) is percent-encoded, which is for people and logs only:
 * compare policies by `policyIdentity`.
 */
export declare const canonicalExpression: (policy: Policy) => string;
/**
 * A key that is equal for two policies exactly when all their effective values are.
 *
 * It differs from the canonical expression only in quoting strings, so that a seed `a;n=3` cannot
 * be taken for the seed `a` with `n=3`, nor `a%3B` for an encoded `a;`.
 */
export declare const policyIdentity: (policy: Policy) => string;
