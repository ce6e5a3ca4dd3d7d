import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { type StoreError } from './port.js';
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
export type RedisPackage = {
    createClient(options: object): OwnedRespClient;
};
/** Loads the `redis` package. */
export type LoadRedis = () => Promise<RedisPackage>;
/** Loads the optional package; left with `missing_package`, naming it, when that fails. */
export declare const loadRedis: (load?: LoadRedis) => TaskEither<StoreError, RedisPackage>;
/**
 * A client for one connection to one host, without reconnecting, queueing or greeting of its own:
 * the connection decides on these, for one host and for many alike.
 */
export declare const createOwnedClient: (redis: RedisPackage, host: RespHost, connectTimeoutMs: number) => OwnedRespClient;
/** The commands that open a session on a host: login, database, and a sign of life. */
export declare const greetings: (host: RespHost) => readonly string[][];
