/**
 * The `redis` package (node-redis 5) as seen from here: optional, loaded on first use.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { decodeUtf8 } from '../../core/codec/utf8.js';
import { describeError } from '../node/error-text.js';
import { storeError, type StoreError } from './port.js';
import type { RespHost } from './resp-host.js';

/** What a store needs of a client; a connected client of the `redis` package has it. */
export type RespClient = {
  readonly isReady: boolean;
  sendCommand(args: string[], options?: SendOptions): Promise<unknown>;
};

/** Options of one command, as the `redis` package names them. */
export type SendOptions = {
  /** Cancels the command while it has not been written to the socket. */
  abortSignal?: AbortSignal;
  typeMapping?: Record<number, unknown>;
};

/** A client that we opened and have to close. */
export type OwnedRespClient = RespClient & {
  connect(): Promise<unknown>;
  destroy(): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
};

/** What is used of the `redis` package. */
export type RedisPackage = { createClient(options: object): OwnedRespClient };

/** Loads the `redis` package. */
export type LoadRedis = () => Promise<RedisPackage>;

const importRedis: LoadRedis = async () => (await import('redis')) as unknown as RedisPackage;

/** Loads the optional package; left with `missing_package`, naming it, when that fails. */
export const loadRedis =
  (load: LoadRedis = importRedis): TaskEither<StoreError, RedisPackage> =>
  () =>
    load().then(E.right, (error: unknown) =>
      E.left(
        storeError(
          'missing_package',
          `this store needs the package "redis" (npm install redis): ${describeError(error)}`,
        ),
      ),
    );

/** Most commands that wait for an answer on one connection; more fail at once. */
const MAX_PENDING_COMMANDS = 10_000;

/**
 * A client for one connection to one host, without reconnecting, queueing or greeting of its own:
 * the connection decides on these, for one host and for many alike.
 */
export const createOwnedClient = (
  redis: RedisPackage,
  host: RespHost,
  connectTimeoutMs: number,
): OwnedRespClient =>
  redis.createClient({
    socket: {
      host: host.host,
      port: host.port,
      tls: host.tls,
      connectTimeout: connectTimeoutMs,
      reconnectStrategy: false,
    },
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    commandsQueueMaxLength: MAX_PENDING_COMMANDS,
  });

/** The commands that open a session on a host: login, database, and a sign of life. */
export const handshake = (host: RespHost): readonly string[][] => [
  ...login(host),
  ...(host.database === undefined ? [] : [['SELECT', String(host.database)]]),
  ['PING'],
];

const login = ({ username, password }: RespHost): string[][] => {
  if (password === undefined && username === undefined) return [];
  return [['AUTH', ...(username === undefined ? [] : [username]), password ?? '']];
};

/** Type number of texts in the Redis protocol, for the client's type mapping. */
const BULK_TEXT = '$'.charCodeAt(0);
const TEXTS_AS_BUFFERS = { [BULK_TEXT]: Buffer };

/**
 * Sends one command on a client; texts in the answer come as Buffers.
 *
 * The signal cancels a command that has not left; one that has resolves with its answer, or when
 * the connection breaks.
 */
export const sendCommand = async (
  client: RespClient,
  args: readonly string[],
  signal: AbortSignal,
): Promise<E.Either<StoreError, unknown>> => {
  if (signal.aborted) return E.left(storeError('cancelled', 'cancelled before it began'));
  try {
    const options = { abortSignal: signal, typeMapping: TEXTS_AS_BUFFERS };
    return E.right(await client.sendCommand([...args], options));
  } catch (error) {
    const code = client.isReady ? 'refused' : 'unavailable';
    return E.left(storeError(signal.aborted ? 'cancelled' : code, describeError(error)));
  }
};

/** The text in an answer, or none for the null answer; anything else is `garbage`. */
export const decodeValue = (answer: unknown): E.Either<StoreError, O.Option<string>> => {
  if (answer === null) return E.right(O.none);
  if (!(answer instanceof Uint8Array)) {
    return E.left(storeError('garbage', `expected a text, the server sent a ${typeof answer}`));
  }
  const text = decodeUtf8(answer);
  return text === undefined
    ? E.left(storeError('garbage', 'the stored value is not UTF-8'))
    : E.right(O.some(text));
};
