/**
 * A last-cluster store in Redis, or anything that speaks its protocol (Valkey, Dragonfly), for
 * several gateway replicas.
 */
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describeGiven } from '../../core/codec/fault.js';
import type { Given } from '../../core/codec/option-ranges.js';
import { storeError, type LastClusterStore, type StoreError } from './port.js';
import {
  decodeValue,
  createOwnedClient,
  handshake,
  loadRedis,
  type LoadRedis,
  type RedisPackage,
  type RespClient,
} from './resp-client.js';
import { borrowConnection, openConnection, type RespConnection } from './resp-connection.js';
import { parseRedisUrl, withoutLogin, type RespHost } from './resp-host.js';
import { timeoutsOf, type RespEndpoint, type RespTimeouts } from './resp-link.js';

/** Settings of the Redis store. */
export type RedisStoreOptions = Readonly<{
  /** `redis[s]://[[user]:password@]host[:port][/database]`. */
  url: string;
  /** Put before every key. Default none. */
  keyPrefix?: string | undefined;
  /** How long the server may stay silent. Default 1 s each. */
  timeouts?: Given<RespTimeouts> | undefined;
  /** How the optional package `redis` is loaded. Default: `import('redis')`. */
  load?: LoadRedis | undefined;
}>;

/**
 * Opens the store; resolves when the connection is up, or its first attempt has failed.
 *
 * A server that is down is no fault here: it is tried again until it is there, and until then every
 * call is left with `unavailable`. Left with `missing_package` or `invalid_url`. Throws a RangeError on
 * timeouts out of range.
 */
export const createRedisStore = (
  options: RedisStoreOptions,
): TE.TaskEither<StoreError, LastClusterStore> => {
  const timeouts = timeoutsOf('createRedisStore', options.timeouts);
  const host = parseRedisUrl(options.url);
  if (host === undefined) return TE.left(storeError('invalid_url', invalidUrl(options.url)));
  return pipe(
    loadRedis(options.load),
    TE.chainTaskK((redis) => () => openConnection([endpointOf(redis, host, timeouts)], timeouts)),
    TE.map((connection) => storeOver(connection, options.keyPrefix ?? '')),
  );
};

/**
 * Makes a store of a client of the `redis` package that the caller opened and closes.
 *
 * While the client is not ready, calls fail at once.
 */
export const redisStoreFromClient = (
  client: RespClient,
  options: Pick<RedisStoreOptions, 'keyPrefix'> = {},
): LastClusterStore => storeOver(borrowConnection(client), options.keyPrefix ?? '');

/** Also of no URL at all, such as that of a variable which is not set. */
const invalidUrl = (url: string | undefined): string => {
  const expected = 'redis[s]://[[user]:password@]host[:port][/database]';
  return `url: expected ${expected}, given ${describeGiven(url && withoutLogin(url))}`;
};

/** One host as a connection sees it. */
export const endpointOf = (
  redis: RedisPackage,
  host: RespHost,
  timeouts: RespTimeouts,
): RespEndpoint => ({
  name: `${host.host}:${String(host.port)}`,
  open: () => createOwnedClient(redis, host, timeouts.connectTimeoutMs),
  handshake: handshake(host),
});

const storeOver = (connection: RespConnection, keyPrefix: string): LastClusterStore => ({
  get: (key, signal) =>
    pipe(connection.send(['GET', keyPrefix + key], signal), TE.chainEitherK(decodeValue)),
  set: (key, value, ttlMs, signal) =>
    pipe(
      connection.send(['SET', keyPrefix + key, value, 'PX', String(ttlMs)], signal),
      TE.map(() => undefined),
    ),
  close: connection.close,
});
