import type { Decision } from '../../../core/decision.js';
import type { Policy } from '../../../core/config/policy.js';
import { decide } from '../../../decide.js';
import type { ClusterBoard } from '../router/cluster-board.js';
import type { Flight } from '../router/flight.js';

/** How one router chooses. */
export interface Selector {
  /** What the waiting rule looks at; undefined for a baseline, which never waits. */
  readonly policy: Policy | undefined;
  decide: (board: ClusterBoard, flight: Flight, elapsedMs: number) => Decision;
}

/** The real engine with one policy; the turn of round-robin is the router's own. */
export const createPolicySelector = (policy: Policy): Selector => {
  let cursor = 0;
  return {
    policy,
    decide: (board, { request }, elapsedMs) => {
      const decision = decide(policy, board.view, request, elapsedMs, cursor);
      if (decision.kind === 'selected') cursor = decision.nextCursor ?? cursor;
      return decision;
    },
  };
};
