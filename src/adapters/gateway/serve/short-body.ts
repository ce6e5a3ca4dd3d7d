import type { UpstreamResponse } from '../../servers/upstream/upstream-exchange.js';

const MAX_SHORT_BYTES = 65_536;

/** Reads the body of a short answer; "" when it is longer than 64 KiB or breaks off. */
export const readShortBody = (response: Pick<UpstreamResponse, 'pipe'>): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const keep = (chunk: Buffer): boolean => {
      bytes += chunk.length;
      if (bytes <= MAX_SHORT_BYTES) chunks.push(chunk);
      else resolve('');
      return true;
    };
    response.pipe({
      write: keep,
      end: (last) => {
        if (last !== undefined) keep(last);
        resolve(Buffer.concat(chunks).toString());
      },
      fail: () => {
        resolve('');
      },
    });
  });
