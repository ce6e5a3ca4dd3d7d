/**
 * Routing as others do it, to compare with. None of them waits: what finds a full engine queues
 * there.
 *
 * - `session-stickiness`: the cookie of a load balancer. A session stays with the cluster that
 *   served it first for as long as that can be reached; a new one goes where the fewest requests
 *   are.
 * - `prefix-hash`: least loaded with affinity by the hash of the prompt's beginning. Consistent
 *   hashing with bounded loads (Mirrokni, Thorup, Zadimoghaddam, SODA 2018), as several inference
 *   gateways do it: the first cluster in the order of the hash whose load is within a factor of
 *   the mean, else the least loaded.
 */
import type { Decision } from '../../../core/decision.js';
import { compilePolicy } from '../../../core/config/policy.js';
import { affinityOrder } from '../../../decide.js';
import type { ClusterBoard } from '../router/cluster-board.js';
import type { Flight } from '../router/flight.js';
import type { Selector } from './selector.js';

/** A session stays where it is. */
export const createStickySelector = (): Selector => ({
  policy: undefined,
  decide: (board, flight) => {
    const home = flight.turn.session.lastCluster;
    const stays = home >= 0 && isOpen(board, flight, home);
    return choose(board, stays ? home : leastLoaded(board, flight));
  },
});

/** Bounded-load hashing of the prompt's beginning; `loadFactor` over the mean, at least 1. */
export const createPrefixHashSelector = (loadFactor: number): Selector => {
  // A ranking by equal weights is rendezvous hashing: every key has an order of all clusters.
  const ranking = compilePolicy({ algorithm: 'pulsar' });
  return {
    policy: undefined,
    decide: (board, flight) => {
      const bound = loadBound(board, loadFactor);
      const order = affinityOrder(ranking, board.view, flight.request) ?? [];
      for (const clusterId of order) {
        const cluster = board.indexOf(clusterId);
        if (isOpen(board, flight, cluster) && board.loadOf(cluster) + 1 <= bound) {
          return choose(board, cluster);
        }
      }
      return choose(board, leastLoaded(board, flight));
    },
  };
};

const loadBound = (board: ClusterBoard, loadFactor: number): number => {
  const { length } = board.engines;
  let sum = 1;
  for (let cluster = 0; cluster < length; cluster++) sum += board.loadOf(cluster);
  return Math.ceil((sum / length) * loadFactor);
};

/** The fewest requests; among equals the one that comes next after the one chosen last. */
const leastLoaded = (board: ClusterBoard, flight: Flight): number => {
  const { length } = board.engines;
  let best = -1;
  let least = Infinity;
  for (let step = 0; step < length; step++) {
    const cluster = (flight.number + step) % length;
    if (!isOpen(board, flight, cluster) || board.loadOf(cluster) >= least) continue;
    best = cluster;
    least = board.loadOf(cluster);
  }
  return best;
};

const isOpen = (board: ClusterBoard, { request }: Flight, cluster: number): boolean =>
  !board.isPaused(cluster) &&
  !(request.excludedClusterIds ?? []).includes(board.engines[cluster]!.clusterId);

const choose = (board: ClusterBoard, cluster: number): Decision => {
  const session = { sessionState: null, promoted: false } as const;
  if (cluster < 0) return { kind: 'unavailable', reason: 'all_excluded', ...session };
  return {
    kind: 'selected',
    clusterId: board.engines[cluster]!.clusterId,
    rankDepth: 1,
    phase: 'direct',
    skippedForKvFreeTokens: false,
    queueMs: 0,
    ...session,
  };
};
