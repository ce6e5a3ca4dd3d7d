import type { Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Explanation } from '../../../core/explain.js';
import type { Snapshot } from '../../../core/snapshot.js';
import type { Fleet } from '../../fleet/port.js';
import type { TrustedHeaders } from '../../http/index.js';
import type { Engine, EngineRejection, EngineRequest } from '../../runtime/index.js';
import type { Telemetry } from '../../telemetry/port.js';
import { type RouterAnswer } from './answer.js';
import { type Clock } from '../../time/clock.js';
import { type Routed, type RouteOptions } from './route-request.js';
export type RouterOptions = Readonly<{
    engine: Engine;
    /** Backends of clusters, and the source of snapshots. */
    fleet: Fleet;
    /** Default: the engine's. */
    telemetry?: Telemetry;
    /** Default: the clock and timers of the process. */
    clock?: Clock;
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
    engine: Engine;
    fleet: Fleet;
    telemetry: Telemetry;
    clock: Clock;
    /** Starts the fleet; resolves when it has read its first snapshots. */
    start: () => Promise<void>;
    /** Stops the fleet. Requests under way go on. */
    close: () => Promise<void>;
    /** Takes in a snapshot, as the fleet does; for services that have snapshots of their own. */
    publish: (snapshot: Snapshot) => void;
    /**
     * Routes one request and sends it with `send`, as often as the retry rules allow.
     *
     * Left: what the router itself answers. Right: the response of an engine.
     */
    route: <Sent>(request: TrustedHeaders, options: RouteOptions<Sent>) => TaskEither<RouterAnswer, Routed<Sent>>;
    /** The decision a request would get, `elapsedMs` after its arrival, and why. Changes nothing. */
    explain: (request: EngineRequest, elapsedMs: number) => Either<EngineRejection, Explanation>;
    counts: () => RouterCounts;
}>;
/**
 * Makes a router of an engine and a fleet.
 *
 * @example
 * const router = createRouter({ engine, fleet });
 * await router.start();
 * const result = await router.route(headers, { signal, send })();
 */
export declare const createRouter: (options: RouterOptions) => Router;
