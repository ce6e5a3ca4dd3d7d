import type { Either } from 'fp-ts/lib/Either.js';
import type { LbConfig } from '../core/config/config.js';
import type { AlgorithmConfig } from '../core/config/fields.js';
import type { Policy } from '../core/config/policy.js';
import type { ExpressionRejection } from './rejection.js';
import type { ExpressionWarning } from './warning.js';
/** What an expression means for one model. */
export type ResolvedExpression = Readonly<{
    policy: Policy;
    /** The model's configuration with the parameters laid over it. */
    config: AlgorithmConfig;
    /** The policy as an expression over the built-in defaults: for logs and traces. */
    canonical: string;
    /** Equal exactly when the policies are: for keys of caches. */
    identity: string;
    warnings: readonly ExpressionWarning[];
}>;
/**
 * Resolves an expression: the method's configuration for the model, with every parameter laid
 * over it. A method alone gives exactly the configured settings.
 *
 * Checks run in this order, and the first that fails is reported: grammar, method known, method
 * configured, then each parameter from left to right (known, applicable, value).
 *
 * @example
 * resolveExpression(config, 'model-a', 'pulsar-wait-and-widen;seed=a;n=3')
 */
export declare const resolveExpression: (config: LbConfig, modelId: string, text: string) => Either<ExpressionRejection, ResolvedExpression>;
/**
 * Reads a canonical expression back, over the built-in defaults.
 *
 * It may hold what only an operator's configuration can set, such as more virtual nodes than an
 * expression may ask for. Percent-encoded values stay encoded.
 */
export declare const resolveCanonical: (canonical: string) => Either<ExpressionRejection, ResolvedExpression>;
