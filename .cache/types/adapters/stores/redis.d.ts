import * as TE from 'fp-ts/lib/TaskEither.js';
import { type LastClusterStore, type StoreError } from './port.js';
import { type LoadRedis, type RedisPackage, type RespClient } from './resp-client.js';
import { type RespHost } from './resp-host.js';
import type { RespEndpoint, RespPatience } from './resp-link.js';
/** Settings of the Redis store. */
export type RedisStoreOptions = Readonly<{
    /** `redis[s]://[[user]:password@]host[:port][/database]`. */
    url: string;
    /** Put before every key. Default none. */
    keyPrefix?: string;
    /** How long the server may stay silent. Default 1 s each. */
    patience?: Partial<RespPatience>;
    /** How the optional package `redis` is loaded. Default: `import('redis')`. */
    load?: LoadRedis;
}>;
/**
 * Opens the store; resolves when the connection is up, or its first attempt has failed.
 *
 * A server that is down is no fault here: it is tried again until it is there, and until then every
 * call is left with `unavailable`. Left with `missing_package` or `invalid_url`.
 */
export declare const createRedisStore: (options: RedisStoreOptions) => TE.TaskEither<StoreError, LastClusterStore>;
/**
 * Makes a store of a client of the `redis` package that the caller opened and closes.
 *
 * While the client is not ready, calls fail at once.
 */
export declare const redisStoreFromClient: (client: RespClient, options?: Pick<RedisStoreOptions, "keyPrefix">) => LastClusterStore;
/** One host as a connection sees it. */
export declare const endpointOf: (redis: RedisPackage, host: RespHost, patience: RespPatience) => RespEndpoint;
