import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describeError } from '../../node/error-text.js';

/** How sending a response to the client ended; a client that went away is no fault. */
export type RelayEnd =
  Readonly<{ kind: 'done' | 'client_gone' }> | Readonly<{ kind: 'broken'; message: string }>;

/**
 * Sends a response to the client as it comes in: the headers at once, every piece when it is there.
 *
 * When the body breaks off, the connection is closed, so that the client does not take a part for
 * the whole. When the headers cannot be sent, nothing is.
 */
export const relayResponse = async (
  response: ServerResponse,
  answer: Readonly<{ status: number; headers: readonly string[]; body: Readable }>,
  departure: AbortSignal,
  idleMs: number,
): Promise<RelayEnd> => {
  holdBack(response, answer.body, idleMs);
  let isBroken = false;
  // Told apart here: in the end both sides are closed, whichever went first.
  answer.body.once('error', () => (isBroken ||= !departure.aborted));
  try {
    response.writeHead(answer.status, [...answer.headers]);
    response.flushHeaders();
    await pipeline(answer.body, response);
    return { kind: 'done' };
  } catch (error) {
    answer.body.destroy();
    return departure.aborted && !isBroken
      ? { kind: 'client_gone' }
      : { kind: 'broken', message: describeError(error) };
  }
};

/** A client that leaves its response unread for this long is cut off; the router's pauses are not its. */
const holdBack = (response: ServerResponse, body: Readable, idleMs: number): void => {
  body.on('pause', () => response.setTimeout(idleMs));
  response.on('drain', () => response.setTimeout(0));
};

const MAX_SHORT_BYTES = 65_536;

/** Reads the body of a short answer; "" when it is longer than 64 KiB or breaks off. */
export const readShortBody = async (body: Readable): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > MAX_SHORT_BYTES) return '';
      chunks.push(chunk);
    }
  } catch {
    return '';
  }
  return Buffer.concat(chunks).toString('utf8');
};
