/** Loads one way to the engines with a closed loop of chat requests. */
import { build } from 'hdr-histogram-js';
import { Pool } from 'undici';
import type { Process } from './processes.js';

/** One way to the engines: where it begins, and the processes whose time is counted. */
export type Way = Readonly<{
  name: string;
  port: number;
  processes: Readonly<Record<string, Process>>;
  /** Whether a request tells its session in a header. */
  hasSessionHeader?: boolean;
}>;

/** What was seen of one load. */
export type Seen = Readonly<{
  count: number;
  /** Answers that were not 200. */
  failed: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuMsPerRequest: Readonly<Record<string, number>>;
}>;

/** Sends requests over so many connections for `durationMs`. */
export const loadFor = async (way: Way, connections: number, durationMs: number): Promise<Seen> => {
  const pool = new Pool(`http://127.0.0.1:${String(way.port)}`, { connections });
  const histogram = build({ numberOfSignificantValueDigits: 3 });
  let count = 0;
  let failed = 0;
  const beginMs = performance.now();
  const client = async (): Promise<void> => {
    for (;;) {
      const startMs = performance.now();
      if (startMs - beginMs >= durationMs) return;
      const status = await sendOne(pool, way, count++);
      if (status !== 200) failed += 1;
      histogram.recordValue(Math.round((performance.now() - startMs) * 1000));
    }
  };
  const before = cpuOf(way);
  await Promise.all(Array.from({ length: connections }, client));
  const seconds = (performance.now() - beginMs) / 1000;
  const after = cpuOf(way);
  await pool.close();
  return {
    ...{ count, failed, requestsPerSecond: Math.round(count / seconds) },
    p50Ms: histogram.getValueAtPercentile(50) / 1000,
    p99Ms: histogram.getValueAtPercentile(99) / 1000,
    cpuMsPerRequest: Object.fromEntries(
      Object.keys(after).map((name) => [name, (after[name]! - before[name]!) / count]),
    ),
  };
};

/** Sends one turn of one of a thousand sessions; resolves to its status, 0 when there is none. */
const sendOne = async (pool: Pool, way: Way, at: number): Promise<number> => {
  const session = `session-${String(at % 1_000)}`;
  const marks = way.hasSessionHeader ? { 'x-multi-turn-session-id': session } : undefined;
  try {
    const answer = await pool.request({
      ...{ path: '/v1/chat/completions', method: 'POST' },
      headers: { 'content-type': 'application/json', ...marks },
      body: JSON.stringify({
        ...{ model: 'm', prompt_cache_key: session },
        messages: [{ role: 'user', content: PROMPT }],
      }),
    });
    await answer.body.text();
    return answer.statusCode;
  } catch {
    return 0;
  }
};

const PROMPT = 'x'.repeat(800);

const cpuOf = ({ processes }: Way): Record<string, number> =>
  Object.fromEntries(Object.entries(processes).map(([name, one]) => [name, one.cpuMs()]));
