import type { Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { requireInRange, withDefaults, type Given } from '../../../core/codec/option-ranges.js';
import type { Explanation } from '../../../core/explain.js';
import { snapshotOf, type SnapshotJson } from '../../../core/snapshot/snapshot-input.js';
import type { Snapshot, Target } from '../../../core/snapshot/snapshot.js';
import type { Fleet, FleetListener } from '../../fleet/port.js';
import type { RoutingRuntime, RouteRejection, RouteRequest } from '../../runtime/index.js';
import type { Telemetry } from '../../telemetry/port.js';
import { type RouterAnswer } from './outcomes.js';
import { systemClock, type Clock } from '../../time/clock.js';
import { countingClock } from '../../time/counting-clock.js';
import { BackendSeries } from './backend-series.js';
import { createClusterGauges } from './cluster-gauges.js';
import { HintWatch } from './hint-watch.js';
import { ReservationLedger } from '../reservations/reservation-ledger.js';
import type { RoutedRequest } from './request-context.js';
import {
  routeRequest,
  type RouteDependencies,
  type Routed,
  type RouteOptions,
} from './route-request.js';
import type { LoopDependencies } from './routing-loop.js';
import { DEFAULT_RETRY_LIMITS, RETRY_LIMIT_RANGES, type RetryCounts } from './retry-rules.js';
import { WaitingRooms } from '../waiting/waiting-rooms.js';

/** What a router is made of; runtime and fleet are required. */
export type RouterOptions = Readonly<{
  runtime: RoutingRuntime;
  /** Backends of clusters, and the source of snapshots. */
  fleet: Fleet;
  /** Default: the runtime's. */
  telemetry?: Telemetry | undefined;
  /** Default: the clock and timers of the process. */
  clock?: Clock | undefined;
  /**
   * Further attempts of one request, whole numbers from 0. Default: 8 after connect failures, 2
   * after responses.
   */
  retryLimits?: Given<RetryCounts> | undefined;
}>;

/** What a router holds at a moment. All are 0 when nothing is under way and nothing reports. */
export type RouterCounts = Readonly<{
  /** Requests that have no response yet. */
  routing: number;
  /** Those of them that wait for a cluster. */
  waiting: number;
  reservations: number;
  /** Timers set. */
  timers: number;
}>;

/** Routes requests to engines: decides, waits, reserves, sends, tries again. */
export type Router = Readonly<{
  runtime: RoutingRuntime;
  fleet: Fleet;
  telemetry: Telemetry;
  clock: Clock;
  /** Starts the fleet; resolves when it has read its first snapshots. */
  start: () => Promise<void>;
  /** Stops the fleet. Requests under way go on. */
  close: () => Promise<void>;
  /**
   * Takes in a snapshot, parsed or as plain JSON, as the fleet does; for services that have snapshots
   * of their own. Throws a RangeError when the JSON has faults or two clusters have one id; nothing
   * changes then.
   */
  publish: (snapshot: Snapshot | SnapshotJson) => void;
  /**
   * Routes one request and sends it with `send`, as often as the retry rules allow.
   *
   * Of a request that `parseRoutingHeaders` has not read, only id, model and tokens are required.
   *
   * Left: what the router itself answers. Right: the response of an engine.
   */
  route: <Sent>(
    request: RoutedRequest,
    options: RouteOptions<Sent>,
  ) => TaskEither<RouterAnswer, Routed<Sent>>;
  /** The decision a request would get, `elapsedMs` after its arrival, and why. Changes nothing. */
  explain: (request: RouteRequest, elapsedMs: number) => Either<RouteRejection, Explanation>;
  counts: () => RouterCounts;
}>;

/**
 * Makes a router of a routing runtime and a fleet. Throws a RangeError on retry limits out of range.
 *
 * @example
 * const router = createRouter({ runtime, fleet });
 * await router.start();
 * const result = await router.route(headers, { signal, send })();
 */
export const createRouter = (options: RouterOptions): Router => {
  requireInRange('createRouter', RETRY_LIMIT_RANGES, options.retryLimits, 'retryLimits.');
  const { runtime, fleet } = options;
  const telemetry = options.telemetry ?? runtime.telemetry;
  const clock = countingClock(options.clock ?? systemClock);
  const rooms = new WaitingRooms(clock);
  const onEnded = (target: Target): void => rooms.changed(target);
  const { isReporting, backends } = fleet;
  const ledger = new ReservationLedger({ runtime, clock, isReporting, backends, onEnded });
  const hints = new HintWatch(telemetry.log);
  const retryLimits = withDefaults(DEFAULT_RETRY_LIMITS, options.retryLimits);
  const dependencies: RouteDependencies = {
    routing: { count: 0 },
    series: new BackendSeries(telemetry.metrics),
    runtime,
    fleet,
    telemetry,
    clock,
    rooms,
    ledger,
    hints,
    retryLimits,
  };
  const writeGauges = createClusterGauges(dependencies, telemetry.metrics);
  const listener = { ...createListener(dependencies), onSweep: writeGauges };
  return {
    ...{ runtime, fleet, telemetry, clock },
    start: () => fleet.start(listener),
    close: async () => {
      await fleet.close();
      ledger.close();
    },
    publish: (snapshot) => {
      listener.onSnapshot(snapshotOf(snapshot));
    },
    route: (request, routeOptions) => () => routeRequest(dependencies, request, routeOptions),
    explain: (request, elapsedMs) => {
      ledger.refresh(request.target);
      return runtime.explain(request, { elapsedMs });
    },
    counts: () => ({
      routing: dependencies.routing.count,
      waiting: rooms.size,
      reservations: ledger.count,
      timers: clock.pendingCount(),
    }),
  };
};

const createListener = ({ ledger, rooms, hints }: LoopDependencies): FleetListener => ({
  onSnapshot: (snapshot, running) => {
    ledger.publish(snapshot, running);
    rooms.changed(snapshot.target);
  },
  onTargetGone: (target) => {
    ledger.withdraw(target);
    hints.forget(target);
    rooms.closeRoom(target);
  },
  onBackendReported: (target, backendId, askedAtMs) => {
    ledger.noteReport(target, backendId, askedAtMs);
  },
});
