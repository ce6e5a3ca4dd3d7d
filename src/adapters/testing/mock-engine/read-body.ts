import type { IncomingMessage } from 'node:http';
import type { RequestRecorder } from './request-log.js';

/** How the reading of a request body ended. */
export type BodyReading =
  | Readonly<{ kind: 'complete'; body: string }>
  | Readonly<{ kind: 'too_large' }>
  /** The client went away. */
  | Readonly<{ kind: 'gone' }>;

/** Reads a whole body, also one that is too large, so that the client gets to read the answer. */
export const readBody = (
  request: IncomingMessage,
  recorder: RequestRecorder | undefined,
  maxBytes: number,
): Promise<BodyReading> =>
  new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      recorder?.addChunk(chunk);
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else chunks = [];
    });
    request.on('end', () => {
      recorder?.complete();
      resolve(
        bytes > maxBytes
          ? { kind: 'too_large' }
          : { kind: 'complete', body: Buffer.concat(chunks).toString('utf8') },
      );
    });
    request.on('error', () => {
      resolve({ kind: 'gone' });
    });
    request.on('close', () => {
      resolve({ kind: 'gone' });
    });
  });
