import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { type StoreError } from './port.js';
import type { RespClient } from './resp-client.js';
import { type RespEndpoint, type RespPatience } from './resp-link.js';
/** Sends commands; texts in answers come as Buffers. */
export type RespConnection = Readonly<{
    send: (args: readonly string[], signal: AbortSignal) => TaskEither<StoreError, unknown>;
    close: () => Promise<void>;
}>;
export declare const DEFAULT_PATIENCE: RespPatience;
/** Wraps a client somebody else opened and keeps connected; `close` leaves it open. */
export declare const borrowConnection: (client: RespClient) => RespConnection;
/**
 * Opens a connection and keeps it up; resolves when it is up or every host was tried once.
 *
 * `endpoints`: at least one, in order of preference.
 */
export declare const openConnection: (endpoints: readonly RespEndpoint[], patience: RespPatience) => Promise<RespConnection>;
