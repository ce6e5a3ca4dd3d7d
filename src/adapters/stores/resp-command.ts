import * as E from 'fp-ts/lib/Either.js';
import { describeError } from '../node/error-text.js';
import { storeError, type StoreError } from './port.js';
import type { RespClient } from './resp-client.js';

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
    const reason = client.isReady ? 'refused' : 'unavailable';
    return E.left(storeError(signal.aborted ? 'cancelled' : reason, describeError(error)));
  }
};
