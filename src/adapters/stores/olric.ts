/**
 * A last-cluster store in an Olric cluster, for fleets that run one.
 *
 * Olric speaks the Redis protocol with commands of its own: https://github.com/olric-data/olric
 */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describeGiven } from '../../core/codec/fault.js';
import type { Given } from '../../core/codec/option-ranges.js';
import { storeError, type LastClusterStore, type StoreError } from './port.js';
import { endpointOf } from './redis.js';
import { decodeValue, loadRedis, type LoadRedis, type RespClient } from './resp-client.js';
import { borrowConnection, openConnection, type RespConnection } from './resp-connection.js';
import { parseHostAndPort, type RespHost } from './resp-host.js';
import { timeoutsOf, type RespTimeouts } from './resp-link.js';

/** The distributed map that gateways of a fleet share. */
export const OLRIC_DMAP = 'stargate-last-cluster';

/** Settings of the Olric store. */
export type OlricStoreOptions = Readonly<{
  /** Members of one cluster as `host:port`, in order of preference; at least one. */
  hosts: readonly string[];
  /** Default: none. */
  password?: string | undefined;
  /** Default `stargate-last-cluster`. */
  dmap?: string | undefined;
  /** How long a host may stay silent before the next one is tried. Default 1 s each. */
  timeouts?: Given<RespTimeouts> | undefined;
  /** How the optional package `redis` is loaded. Default: `import('redis')`. */
  load?: LoadRedis | undefined;
}>;

/**
 * Opens the store; resolves when a host is connected, or every host was tried once.
 *
 * One host is used at a time; when it is lost the next of the list follows. Left with
 * `missing_package` or `invalid_url`. Throws a RangeError on timeouts out of range.
 */
export const createOlricStore = (
  options: OlricStoreOptions,
): TE.TaskEither<StoreError, LastClusterStore> => {
  const timeouts = timeoutsOf('createOlricStore', options.timeouts);
  const hosts = parseHosts(options);
  if (typeof hosts === 'string') return TE.left(storeError('invalid_url', hosts));
  return pipe(
    loadRedis(options.load),
    TE.chainTaskK(
      (redis) => () =>
        openConnection(
          hosts.map((host) => endpointOf(redis, host, timeouts)),
          timeouts,
        ),
    ),
    TE.map((connection) => storeOver(connection, options.dmap ?? OLRIC_DMAP)),
  );
};

/** Makes a store of a client of the `redis` package that the caller opened and closes. */
export const olricStoreFromClient = (
  client: RespClient,
  options: Pick<OlricStoreOptions, 'dmap'> = {},
): LastClusterStore => storeOver(borrowConnection(client), options.dmap ?? OLRIC_DMAP);

/** The hosts, or what is wrong with them. */
const parseHosts = ({ hosts, password }: OlricStoreOptions): RespHost[] | string => {
  const parsed = hosts.flatMap((host) => parseHostAndPort(host) ?? []);
  if (parsed.length === 0 || parsed.length < hosts.length) {
    const bad = hosts.find((host) => parseHostAndPort(host) === undefined);
    return `hosts: expected host:port, at least once, given ${describeGiven(bad ?? hosts)}`;
  }
  return password === undefined ? parsed : parsed.map((host) => ({ ...host, password }));
};

const storeOver = (connection: RespConnection, dmap: string): LastClusterStore => ({
  get: (key, signal) =>
    pipe(
      connection.send(['DM.GET', dmap, key], signal),
      TE.chainEitherK(decodeValue),
      TE.orElse((error) => TE.fromEither(isNotFound(error) ? E.right(O.none) : E.left(error))),
    ),
  set: (key, value, ttlMs, signal) =>
    pipe(
      connection.send(['DM.PUT', dmap, key, value, 'PX', String(ttlMs)], signal),
      TE.map(() => undefined),
    ),
  close: connection.close,
});

/** Olric answers an unknown key with an error. */
const isNotFound = (error: StoreError): boolean =>
  error.code === 'refused' && error.message.startsWith('KEYNOTFOUND');
