/** Many chat sessions at a time, each of turns whose answers stream. */
import { setTimeout as pause } from 'node:timers/promises';
import { build, type Histogram } from 'hdr-histogram-js';
import { Pool } from 'undici';
import { MODEL } from '../scene.js';

/** What the clients saw of one way to the engines. */
export type WayResult = Readonly<{
  turns: number;
  turnsPerSecond: number;
  /** From sending to the first piece of the answer, us. */
  firstPieceUs: Percentiles;
  /** From sending to its end, us. */
  wholeUs: Percentiles;
  /** Turns that another cluster served than the one before of their session. */
  reroutes: number;
}>;

export type Percentiles = Readonly<{ p50: number; p90: number; p99: number }>;

/** Sessions that go one way. */
export type Sessions = Readonly<{
  /** Plays `turnCount` more turns of every session, all sessions at a time. */
  run: (turnCount: number) => Promise<void>;
  result: () => WayResult;
  close: () => Promise<void>;
}>;

/** How sessions behave. */
export type Pace = Readonly<{
  sessionCount: number;
  /** An answer takes about this long. */
  streamMs: number;
  /** From an answer to the next turn, on average. */
  thinkMs: number;
}>;

/** Makes sessions; session i sends its turns to address i modulo the number of addresses. */
export const createSessions = (
  urls: readonly string[],
  { sessionCount, streamMs, thinkMs }: Pace,
): Sessions => {
  const pools = urls.map((url) => new Pool(url, { connections: sessionCount }));
  const firstPiece = build({ numberOfSignificantValueDigits: 3 });
  const whole = build({ numberOfSignificantValueDigits: 3 });
  const homes = new Map<number, string>();
  let reroutes = 0;
  let busyMs = 0;

  const playTurn = async (session: number): Promise<void> => {
    const startMs = performance.now();
    const { statusCode, headers, body } = await pools[session % pools.length]!.request({
      path: '/v1/chat/completions',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: turnBody(session),
    });
    let end = '';
    for await (const piece of body) {
      if (end === '') recordSince(firstPiece, startMs);
      end = String(piece);
    }
    recordSince(whole, startMs);
    if (statusCode !== 200 || !end.endsWith('data: [DONE]\n\n')) {
      throw new Error(`${String(statusCode)}: ${end}`);
    }
    const clusterId = String(headers['x-mock-cluster-id']);
    if ((homes.get(session) ?? clusterId) !== clusterId) reroutes += 1;
    homes.set(session, clusterId);
  };
  const playSession = async (session: number, turnCount: number): Promise<void> => {
    // Sessions start spread over a turn, so that their number stays what it is and none comes in a
    // crowd; they think for different times, the same in every run.
    await pause((session / sessionCount) * (streamMs + thinkMs));
    for (let turn = 0; turn < turnCount; turn++) {
      await playTurn(session);
      await pause(thinkMs * (0.5 + ((session * 7 + turn * 13) % 100) / 100));
    }
  };
  return {
    run: async (turnCount) => {
      const startMs = performance.now();
      await Promise.all(Array.from({ length: sessionCount }, (_, i) => playSession(i, turnCount)));
      busyMs += performance.now() - startMs;
    },
    result: () => ({
      turns: whole.totalCount,
      turnsPerSecond: Math.round(whole.totalCount / (busyMs / 1000)),
      firstPieceUs: percentiles(firstPiece),
      wholeUs: percentiles(whole),
      reroutes,
    }),
    close: async () => {
      for (const pool of pools) await pool.close();
    },
  };
};

const turnBody = (session: number): string =>
  JSON.stringify({
    model: MODEL,
    prompt_cache_key: `session-${String(session)}`,
    stream: true,
    messages: [{ role: 'user', content: 'word '.repeat(400) }],
  });

const recordSince = (histogram: Histogram, startMs: number): void => {
  histogram.recordValue(Math.round((performance.now() - startMs) * 1000));
};

const percentiles = (histogram: Histogram): Percentiles => ({
  p50: histogram.getValueAtPercentile(50),
  p90: histogram.getValueAtPercentile(90),
  p99: histogram.getValueAtPercentile(99),
});
