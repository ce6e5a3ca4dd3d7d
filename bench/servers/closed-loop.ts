import { build, type Histogram } from 'hdr-histogram-js';
import { Pool } from 'undici';
import { REQUEST_BODY, requestHeaders } from './scene.js';

/** What a number of clients saw that each send their next request after the last answer. */
export type LoopResult = Readonly<{
  requestsPerSecond: number;
  /** us */
  p50Us: number;
  p99Us: number;
}>;

/** Clients of one address, with connections they keep. */
export type ClosedLoop = Readonly<{
  /** Sends `count` requests; times are added to those of earlier runs. */
  run: (count: number) => Promise<void>;
  result: () => LoopResult;
  close: () => Promise<void>;
}>;

/** Makes `clientCount` clients; a request that is not answered with 200 fails the run. */
export const createClosedLoop = (url: string, clientCount: number): ClosedLoop => {
  const pool = new Pool(url, { connections: clientCount });
  const histogram: Histogram = build({ numberOfSignificantValueDigits: 3 });
  let sent = 0;
  let busyMs = 0;
  const sendOne = async (): Promise<void> => {
    const startMs = performance.now();
    const { statusCode, body } = await pool.request({
      path: '/v1/chat/completions',
      method: 'POST',
      headers: requestHeaders(sent++),
      body: REQUEST_BODY,
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${String(statusCode)}: ${text}`);
    histogram.recordValue(Math.round((performance.now() - startMs) * 1000));
  };
  return {
    run: async (count) => {
      const startMs = performance.now();
      const end = sent + count;
      const client = async (): Promise<void> => {
        while (sent < end) await sendOne();
      };
      await Promise.all(Array.from({ length: clientCount }, client));
      busyMs += performance.now() - startMs;
    },
    result: () => ({
      requestsPerSecond: Math.round(histogram.totalCount / (busyMs / 1000)),
      p50Us: histogram.getValueAtPercentile(50),
      p99Us: histogram.getValueAtPercentile(99),
    }),
    close: () => pool.close(),
  };
};
