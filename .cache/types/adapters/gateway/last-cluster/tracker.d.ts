import * as O from 'fp-ts/lib/Option.js';
import type { SessionIdentity } from '../../../session/identity.js';
import type { LastClusterStore } from '../../stores/port.js';
import type { Telemetry } from '../../telemetry/port.js';
import { type Clock } from '../../time/clock.js';
import { type LastClusterContext } from './report.js';
/** What the tracker is built from. */
export type LastClusterTrackerOptions = Readonly<{
    /** The owner closes it, after `drain`. */
    store: LastClusterStore;
    telemetry: Telemetry;
    /** Lifetime of an entry after its last write; whole ms, at least 1. */
    ttlMs: number;
    /** Longest a lookup may hold a request. */
    lookupTimeoutMs: number;
    /** Writes on their way at a time; more are dropped. Default 256. */
    maxWritesInFlight?: number;
    /** Default: the clock and the timers of the process. */
    clock?: Clock;
}>;
/** Looks up and remembers the last cluster of sessions. */
export type LastClusterTracker = Readonly<{
    /** The last cluster of an eligible session, or none. Never rejects; never late. */
    lookup: (session: SessionIdentity, context: LastClusterContext) => Promise<O.Option<string>>;
    /**
     * Stores the cluster that answered an eligible session, off the request path.
     *
     * `clusterId`: decoded text of `x-stargate-cluster-id`; "" stores nothing.
     */
    remember: (session: SessionIdentity, clusterId: string, context: LastClusterContext) => void;
    /** Resolves when every write asked for so far has its result: after a second at most. */
    drain: () => Promise<void>;
}>;
/** Longest a write may take, waiting for earlier ones of its session included. */
export declare const WRITE_DEADLINE_MS = 1000;
/** Creates the tracker; its counters start at 0. */
export declare const createLastClusterTracker: (options: LastClusterTrackerOptions) => LastClusterTracker;
