import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { resolveMethodName } from '../core/config/algorithm-name.js';
import { builtInConfig } from '../core/config/built-in-config.js';
import { resolveAlgorithm } from '../core/config/config.js';
import type { LbConfig } from '../core/config/config.js';
import { ALGORITHMS } from '../core/config/fields.js';
import type { AlgorithmConfig, AlgorithmName } from '../core/config/fields.js';
import { compilePolicy } from '../core/config/policy.js';
import type { Policy } from '../core/config/policy.js';
import { canonicalExpression, policyIdentity } from './canonical.js';
import { checkFormat } from './check-format.js';
import type { ParsedExpression } from './grammar.js';
import { overlayParameters } from './overlay.js';
import type { Authority } from './overlay.js';
import { unavailableMethod, unknownMethod } from './rejection.js';
import type { ExpressionRejection } from './rejection.js';
import { findExpressionWarnings } from './warning.js';
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
export const resolveExpression = (
  config: LbConfig,
  modelId: string,
  text: string,
): Either<ExpressionRejection, ResolvedExpression> => {
  const parsed = checkFormat(text);
  if (isLeft(parsed)) return parsed;
  const method = resolveMethodName(parsed.right.method);
  if (method === undefined) return left(unknownMethod(parsed.right));
  const base = resolveAlgorithm(config, modelId, method);
  if (base === undefined) {
    const isOffered = (name: AlgorithmName) =>
      resolveAlgorithm(config, modelId, name) !== undefined;
    return left(unavailableMethod(parsed.right, modelId, ALGORITHMS.filter(isOffered)));
  }
  return resolveOver(base, parsed.right, 'caller');
};

/**
 * Reads a canonical expression back, over the built-in defaults.
 *
 * It may hold what only an operator's configuration can set, such as more virtual nodes than an
 * expression may ask for. Percent-encoded values stay encoded.
 */
export const resolveCanonical = (
  canonical: string,
): Either<ExpressionRejection, ResolvedExpression> => {
  const parsed = checkFormat(canonical);
  if (isLeft(parsed)) return parsed;
  const algorithm = resolveMethodName(parsed.right.method);
  if (algorithm === undefined) return left(unknownMethod(parsed.right));
  return resolveOver(builtInConfig(algorithm), parsed.right, 'operator');
};

const resolveOver = (
  base: AlgorithmConfig,
  parsed: ParsedExpression,
  authority: Authority,
): Either<ExpressionRejection, ResolvedExpression> => {
  const overlaid = overlayParameters(base, parsed.parameters, authority);
  if (isLeft(overlaid)) return overlaid;
  const config = overlaid.right;
  const policy = compilePolicy(config);
  return right({
    policy,
    config,
    canonical: canonicalExpression(policy),
    identity: policyIdentity(policy),
    warnings: findExpressionWarnings(config, parsed.parameters),
  });
};
