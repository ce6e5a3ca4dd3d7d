import * as TE from 'fp-ts/lib/TaskEither.js';
import { type LastClusterStore, type StoreError } from './port.js';
import { type LoadRedis, type RespClient } from './resp-client.js';
import type { RespPatience } from './resp-link.js';
/** The distributed map that gateways of a fleet share. */
export declare const OLRIC_DMAP = "stargate-last-cluster";
/** Settings of the Olric store. */
export type OlricStoreOptions = Readonly<{
    /** Members of one cluster as `host:port`, in order of preference; at least one. */
    hosts: readonly string[];
    /** Default: none. */
    password?: string;
    /** Default `stargate-last-cluster`. */
    dmap?: string;
    /** How long a host may stay silent before the next one is tried. Default 1 s each. */
    patience?: Partial<RespPatience>;
    /** How the optional package `redis` is loaded. Default: `import('redis')`. */
    load?: LoadRedis;
}>;
/**
 * Opens the store; resolves when a host is connected, or every host was tried once.
 *
 * One host is used at a time; when it is lost the next of the list follows. Left with
 * `missing_package` or `invalid_url`.
 */
export declare const createOlricStore: (options: OlricStoreOptions) => TE.TaskEither<StoreError, LastClusterStore>;
/** Makes a store of a client of the `redis` package that the caller opened and closes. */
export declare const olricStoreFromClient: (client: RespClient, options?: Pick<OlricStoreOptions, "dmap">) => LastClusterStore;
