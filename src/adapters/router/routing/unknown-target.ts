import * as E from 'fp-ts/lib/Either.js';
import { resolveAlgorithm } from '../../../core/config/config.js';
import { resolveExpression } from '../../../expression/index.js';
import type { RoutingRuntime } from '../../runtime/index.js';
import type { RoutedRequest } from './request-context.js';

/**
 * Whether a request for an unknown target lacks the affinity key that its policy requires.
 *
 * What is wrong with a request is said before that its target is unknown. False where the routing
 * method is not sound: that has been said already.
 */
export const lacksAffinityKey = (
  { config }: Pick<RoutingRuntime, 'config'>,
  { model, routingMethod, affinityKey }: RoutedRequest,
): boolean => {
  if (affinityKey !== undefined) return false;
  if (routingMethod === undefined) {
    return resolveAlgorithm(config, model)?.requireCacheAffinityKey ?? false;
  }
  const resolved = resolveExpression(config, model, routingMethod);
  return E.isRight(resolved) && resolved.right.policy.requireCacheAffinityKey;
};
