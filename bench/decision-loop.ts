import type { AlgorithmConfig } from '../src/core/config/fields.js';
import { compilePolicy, type Policy } from '../src/core/config/policy.js';
import type { RoutingRequest } from '../src/core/request.js';
import type { View } from '../src/core/view/view.js';
import { decide } from '../src/decide.js';
import { INPUT_TOKENS } from './fleet.js';
import { unseenKey, type KeySet } from './keys.js';
import type { Subject } from './subject.js';

/** What varies between the requests of a loop; every request has the same fields. */
export type RequestVariant = Readonly<{
  lastClusterId?: (index: number) => string;
  excludedClusterIds?: readonly string[];
}>;

/** A request as a router would make it. */
export const requestOf = (
  index: number,
  cacheAffinityKey: string | undefined,
  { lastClusterId, excludedClusterIds }: RequestVariant = {},
): RoutingRequest => ({
  requestId: `request-${String(index)}`,
  cacheAffinityKey,
  inputTokens: INPUT_TOKENS,
  priority: 0,
  requestSloMs: undefined,
  excludedClusterIds,
  lastClusterId: lastClusterId?.(index),
  sessionState: undefined,
});

export const policyOf = (config: AlgorithmConfig): Policy => compilePolicy(config);

/** What a loop decides about. */
export type Situation = Readonly<{ policy: Policy; view: View; elapsedMs?: number }>;

/** Decisions on keys that are remembered; every round has fresh string objects. */
export const warmDecisions = (
  situation: Situation,
  keys: KeySet,
  variant?: RequestVariant,
): Subject =>
  preparedDecisions(situation, keys.size, (index) => requestOf(index, keys.fresh(index), variant));

/** Decisions on keys that no one has seen before, `count` a round. */
export const coldDecisions = (situation: Situation, count: number): Subject =>
  preparedDecisions(situation, count, (index) => requestOf(index, unseenKey()));

/** Decisions without an affinity key. */
export const keylessDecisions = (situation: Situation, variant?: RequestVariant): Subject => {
  const requests = Array.from({ length: 256 }, (_, index) => requestOf(index, undefined, variant));
  return { run: (from, to) => decideEach(situation, requests, 255, from, to) };
};

const preparedDecisions = (
  situation: Situation,
  count: number,
  request: (index: number) => RoutingRequest,
): Subject => {
  let requests: readonly RoutingRequest[] = [];
  return {
    operationCount: count,
    prepare: () => {
      requests = Array.from({ length: count }, (_, index) => request(index));
    },
    run: (from, to) => decideEach(situation, requests, ALL_BITS, from, to),
  };
};

const ALL_BITS = -1;

/** `mask` folds operation numbers onto the requests. */
const decideEach = (
  { policy, view, elapsedMs = 0 }: Situation,
  requests: readonly RoutingRequest[],
  mask: number,
  from: number,
  to: number,
): number => {
  let sum = 0;
  for (let i = from; i < to; i++) {
    sum += decide(policy, view, requests[i & mask]!, elapsedMs, i).kind.length;
  }
  return sum;
};
