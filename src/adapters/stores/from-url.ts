import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { fault, type Fault } from '../../core/codec/fault.js';
import { createMemoryStore } from './memory.js';
import { createOlricStore } from './olric.js';
import type { LastClusterStore, StoreError } from './port.js';
import { createRedisStore } from './redis.js';
import { parseHostAndPort, parseRedisUrl, withoutLogin } from './resp-host.js';

/** Which store to open. A Redis URL may hold a password: do not log it. */
export type StoreAddress =
  | Readonly<{ kind: 'memory' }>
  | Readonly<{ kind: 'redis'; url: string }>
  | Readonly<{ kind: 'olric'; hosts: readonly string[] }>;

const EXPECTED =
  'memory, redis[s]://[[user]:password@]host[:port][/database] or olric://host:port[,host:port]';

/**
 * Store addresses such as `memory`, `redis://cache:6379` or `olric://a:3320,b:3320`, as a setting:
 * what is expected, how one is read, and how a wrong one is shown, without user and password.
 */
export const storeAddress = {
  expected: EXPECTED,
  parse: (text: string): StoreAddress | undefined => {
    if (text === 'memory') return { kind: 'memory' };
    if (parseRedisUrl(text) !== undefined) return { kind: 'redis', url: text };
    const hosts = olricHosts(text);
    return hosts && { kind: 'olric', hosts };
  },
  shown: withoutLogin,
};

/**
 * Reads a store address.
 *
 * Left with one fault at `path`; its `given` leaves out user and password.
 */
export const parseStoreAddress = (text: string, path: string): E.Either<Fault, StoreAddress> => {
  const address = storeAddress.parse(text);
  const { expected, shown } = storeAddress;
  return address === undefined
    ? E.left(fault({ code: 'invalid_value', path, expected, given: shown(text) }))
    : E.right(address);
};

/**
 * Opens the store of an address; `localMaxEntries` caps the in-process one.
 *
 * A server that is down does not fail it; see the stores for what does.
 */
export const openStore = (
  address: StoreAddress,
  localMaxEntries: number,
): TE.TaskEither<StoreError, LastClusterStore> => {
  switch (address.kind) {
    case 'memory':
      return TE.fromIO(() => createMemoryStore({ maxEntries: localMaxEntries }));
    case 'redis':
      return createRedisStore({ url: address.url });
    case 'olric':
      return createOlricStore({ hosts: address.hosts });
  }
};

const OLRIC_SCHEME = 'olric://';

const olricHosts = (text: string): readonly string[] | undefined => {
  if (!text.startsWith(OLRIC_SCHEME)) return undefined;
  const hosts = text.slice(OLRIC_SCHEME.length).split(',');
  return hosts.every((host) => parseHostAndPort(host) !== undefined) ? hosts : undefined;
};
