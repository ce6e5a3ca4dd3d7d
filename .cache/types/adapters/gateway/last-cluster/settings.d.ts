import * as E from 'fp-ts/lib/Either.js';
import { type Fault } from '../../../core/codec/fault.js';
import { type StoreAddress } from '../../stores/from-url.js';
/** Settings of the last-cluster memory. */
export type LastClusterSettings = Readonly<{
    isEnabled: boolean;
    /** Lifetime of an entry after its last write. */
    ttlMs: number;
    /** Longest a lookup may hold a request. */
    lookupTimeoutMs: number;
    /** Cap of the in-process store. */
    localMaxEntries: number;
    store: StoreAddress;
}>;
/** The environment variables, their defaults and meanings; docs and help derive from it. */
export declare const LAST_CLUSTER_VARIABLES: {
    readonly STARGATE_LAST_CLUSTER_ENABLED: {
        readonly default: "false";
        readonly meaning: "turn the memory on";
    };
    readonly STARGATE_LAST_CLUSTER_TTL: {
        readonly default: "10m";
        readonly meaning: "entry lifetime; a write resets it, a read does not";
    };
    readonly STARGATE_LAST_CLUSTER_LOOKUP_TIMEOUT: {
        readonly default: "20ms";
        readonly meaning: "longest a lookup may hold a request";
    };
    readonly STARGATE_LAST_CLUSTER_LOCAL_MAX_ENTRIES: {
        readonly default: "100000";
        readonly meaning: "cap of the in-process store";
    };
    readonly STARGATE_LAST_CLUSTER_STORE: {
        readonly default: "memory";
        readonly meaning: "`memory`, `redis://...`, `rediss://...` or `olric://host:port[,host:port]`";
    };
};
export type LastClusterVariable = keyof typeof LAST_CLUSTER_VARIABLES;
/**
 * Reads the `STARGATE_LAST_CLUSTER_*` variables; left with every fault in them.
 *
 * Absent variables have their defaults; a variable that is there but empty is a fault.
 */
export declare const parseLastClusterSettings: (env: Readonly<Partial<Record<string, string>>>) => E.Either<readonly Fault[], LastClusterSettings>;
