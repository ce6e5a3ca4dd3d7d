import type { Selected, Unavailable, Wait } from '../../../core/decision.js';
import type { RoutingRequest } from '../../../core/request.js';
import type { Job } from '../engine/job.js';
import type { Turn } from '../workload/workload.js';
import type { ReservedRequest } from '../../router/reservations/target-reservations.js';

/** A request on its way through gateway, router and engine. */
export type Flight = Job & {
  /** In order of arrival, from 0. */
  readonly number: number;
  readonly arrivedMs: number;
  readonly gateway: number;
  readonly router: number;
  /** Index of the cluster that had served its session last when it arrived; -1 for none. */
  readonly lastCluster: number;
  /** As the next attempt decides it. */
  request: RoutingRequest;
  /** What it waits on. */
  decision: Wait | Unavailable | undefined;
  /** The decision that sent it where it is. */
  selected: Selected | undefined;
  /** Elapsed time at which something was promised to open. */
  promisedMs: number | undefined;
  /** When it is to look again, whatever happens; a wake at any other time is outdated. */
  dueMs: number;
  /** The last change of its router that it has taken into account. */
  seenChange: number;
  /** Time from arrival until it was sent, ms. */
  waitMs: number;
  /** Index of the cluster it was sent to; -1 before. */
  cluster: number;
  failedConnectCount: number;
  /** Its reservation, while it is sent. */
  reserved: ReservedRequest | undefined;
  /** The engine went down with it. */
  isLost: boolean;
};

/** A request that has just arrived. One literal, so that all have one shape. */
export const createFlight = (
  turn: Turn,
  arrival: Readonly<Pick<Flight, 'number' | 'arrivedMs' | 'gateway' | 'router'>>,
  request: RoutingRequest,
): Flight => ({
  turn,
  number: arrival.number,
  arrivedMs: arrival.arrivedMs,
  gateway: arrival.gateway,
  router: arrival.router,
  lastCluster: turn.session.lastCluster,
  request,
  decision: undefined,
  selected: undefined,
  promisedMs: undefined,
  dueMs: Infinity,
  seenChange: -1,
  waitMs: 0,
  cluster: -1,
  failedConnectCount: 0,
  reserved: undefined,
  isLost: false,
  reachedMs: 0,
  startedMs: 0,
  cachedTokens: 0,
  prefillMs: 0,
  paceCount: 0,
  isAtFullSpeed: false,
});
