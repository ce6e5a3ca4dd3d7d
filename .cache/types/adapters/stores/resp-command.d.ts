import * as E from 'fp-ts/lib/Either.js';
import { type StoreError } from './port.js';
import type { RespClient } from './resp-client.js';
/**
 * Sends one command on a client; texts in the answer come as Buffers.
 *
 * The signal cancels a command that has not left; one that has resolves with its answer, or when
 * the connection breaks.
 */
export declare const sendCommand: (client: RespClient, args: readonly string[], signal: AbortSignal) => Promise<E.Either<StoreError, unknown>>;
