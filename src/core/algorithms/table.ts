/** The table of algorithms. To add one, write its file, its row here and its fields. */
import type { Algorithm } from './algorithm.js';
import { powerOfN } from './power-of-n.js';
import { pulsarWaitAndWiden } from './pulsar-wait-and-widen.js';
import { pulsar } from './pulsar.js';
import { random } from './random.js';
import { roundRobin } from './round-robin.js';
import { waitAndWiden } from './wait-and-widen.js';
import type { AlgorithmName } from '../config/fields.js';
import type { Policy } from '../config/policy.js';
import { hasAffinityKey, type RoutingRequest } from '../request.js';

const TABLE: Readonly<Record<AlgorithmName, Algorithm>> = {
  'power-of-n': powerOfN,
  'wait-and-widen': waitAndWiden,
  'round-robin': roundRobin,
  random,
  pulsar,
  'pulsar-wait-and-widen': pulsarWaitAndWiden,
};

/** The algorithm of a policy. */
export const algorithmOf = ({ algorithm }: Policy): Algorithm => TABLE[algorithm];

/**
 * Whether a request has an affinity group: the policy needs a group size, and a group on the ring
 * an affinity key. (A ranking is there without a key, too.)
 */
export const hasAffinityGroup = (policy: Policy, request: RoutingRequest): boolean =>
  policy.groupSize > 0 && (algorithmOf(policy).ranksBy === 'ranking' || hasAffinityKey(request));
