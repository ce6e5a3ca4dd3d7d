/** Many streams, opened and given up at any moment: nothing of them is left. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { until } from '../../support/until.js';
import {
  CHAT,
  connectPeer,
  requestBody,
  requestHeaders,
  responseHeaders,
} from './support/grpc-peer.js';
import { startPicker } from './support/start-picker.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const STREAMS = 10_000;
const AT_A_TIME = 50;

const stats = { last_mean_input_tps: 1_000, max_input_tps: 1_000 };
const clustersWith = (slots: number) =>
  ['A', 'B'].map((cluster_id, at) => ({
    ...{ cluster_id, rtt_ms: 5, stats: { ...stats, max_engine_concurrency: slots } },
    backends: [{ id: `${cluster_id}1`, url: `http://127.0.0.1:${String(8001 + at)}` }],
  }));

/** Numbers from a seed (mulberry32). */
const createDraw = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
};

test('10,000 streams that end at random leave no reservation, timer, stream or memory', async () => {
  const seed = Number(process.env['SEED'] ?? 20_261_201);
  console.log(`seed ${String(seed)}`);
  const draw = createDraw(seed);
  // So few slots that some wait, and are given up while they do.
  const config = { models: { m: { algorithm: 'wait-and-widen', cache_affinity_wait_ms: 50 } } };
  const picker = await startPicker({
    ...{ clusters: clustersWith(20), config, limits: { patienceAfterMs: 1 } },
  });
  let peer = connectPeer(picker.address);
  let started = 0;
  const one = async (): Promise<void> => {
    if (peer.session.closed || peer.session.destroyed) peer = connectPeer(picker.address);
    const call = peer.process();
    const mode = draw(2) === 0 ? 2 : 4;
    const steps: (() => void)[] = [
      () => {
        call.send(requestHeaders({}, { mode }));
      },
      () => {
        call.send(requestBody(CHAT.slice(0, 10), false));
      },
      () => {
        call.send(requestBody(CHAT.slice(10)));
      },
      () => {
        call.send(responseHeaders(draw(2) === 0 ? 200 : 503));
      },
      () => {
        call.send({ responseTrailers: {} });
      },
    ];
    if (mode === 2) {
      steps.splice(1, 2, () => {
        call.send(requestBody(CHAT));
      });
    }
    const stepCount = draw(steps.length + 1);
    for (const step of steps.slice(0, stepCount)) {
      step();
      // Some go on at once, others when they have an answer.
      if (draw(2) === 0) await Promise.race([call.answered(call.answers.length + 1), nextTurn()]);
      if (call.stream.closed) return;
    }
    call.stream.close(draw(2) === 0 ? 8 : 0);
  };
  const heaps: number[] = [];
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const end = STREAMS * part;
    const run = async (): Promise<void> => {
      while (started < end) {
        started += 1;
        await one();
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, run));
    await until('all are over', () => picker.picker.streamCount() === 0);
    collectGarbage();
    heaps.push(process.memoryUsage().heapUsed);
  }
  await until('nothing is waited for', () => picker.router.counts().timers === 0);
  expect(picker.router.counts()).toEqual({ routing: 0, waiting: 0, reservations: 0, timers: 0 });
  expect(picker.grpc.openCount()).toBe(0);
  // A stream that were kept would take some 5 KiB: 2,500 of them, 12 MiB from part to part.
  const growths = heaps.slice(1).map((bytes, at) => bytes - heaps[at]!);
  expect(Math.min(...growths)).toBeLessThan((STREAMS / 4) * 1_024);
});

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
