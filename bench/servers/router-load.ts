/**
 * What the router costs: throughput and latency beside the way without it, how soon a free slot is
 * used, what waiting requests take, and whether memory grows.
 *
 * Run the bundled file with `node --expose-gc`; `--quick` takes a tenth of the time, `--json` prints
 * nothing but JSON. The engine and the router run in processes of their own, and the same clients
 * talk to both, in turns.
 */
import { cpus } from 'node:os';
import { startChild, type Child, type Usage } from './child.js';
import { createClosedLoop, type LoopResult } from './closed-loop.js';
import { play } from './roles.js';
import {
  measureWaitingCost,
  measureWakeUp,
  type WaitingCostResult,
  type WakeUpResult,
} from './waiting.js';

type Effort = Readonly<{
  roundCount: number;
  roundRequests: number;
  wakeUps: number;
  waiting: number;
  waitingMs: number;
  memoryRequests: number;
}>;

const FULL: Effort = {
  roundCount: 10,
  roundRequests: 4000,
  wakeUps: 2000,
  waiting: 10_000,
  waitingMs: 5000,
  memoryRequests: 200_000,
};

const QUICK: Effort = {
  roundCount: 4,
  roundRequests: 1000,
  wakeUps: 200,
  waiting: 10_000,
  waitingMs: 1000,
  memoryRequests: 20_000,
};

type Comparison = Readonly<{ clients: number; direct: LoopResult; routed: LoopResult }>;

const main = async (args: readonly string[]): Promise<void> => {
  const effort = args.includes('--quick') ? QUICK : FULL;
  const say = args.includes('--json') ? () => undefined : console.log;
  const machine = { node: process.version, cpu: cpus()[0]?.model, cpuCount: cpus().length };
  const wakeUp = await measureWakeUp(effort.wakeUps);
  say(describeWakeUp(wakeUp));
  const waiting = await measureWaitingCost(effort.waiting, effort.waitingMs);
  say(describeWaiting(waiting));
  const engine = await startChild('engine');
  const router = await startChild('router', engine.url);
  try {
    const comparisons: Comparison[] = [];
    for (const clients of [1, 32]) {
      comparisons.push(await compare(engine, router, clients, effort));
      say(describeComparison(comparisons.at(-1)!));
    }
    const memory = await measureMemory(router, effort.memoryRequests);
    say(describeMemory(memory));
    console.log(JSON.stringify({ machine, comparisons, wakeUp, waiting, memory }, null, 2));
  } finally {
    router.end();
    engine.end();
  }
};

/** Rounds of both ways alternate, so that the moods of the machine fall on both. */
const compare = async (
  engine: Child,
  router: Child,
  clients: number,
  { roundCount, roundRequests }: Effort,
): Promise<Comparison> => {
  for (const { url } of [engine, router]) {
    const warmUp = createClosedLoop(url, clients);
    await warmUp.run(roundRequests);
    await warmUp.close();
  }
  const direct = createClosedLoop(engine.url, clients);
  const routed = createClosedLoop(router.url, clients);
  for (let round = 0; round < roundCount; round++) {
    const turns = round % 2 === 0 ? [direct, routed] : [routed, direct];
    for (const loop of turns) await loop.run(roundRequests);
  }
  await Promise.all([direct.close(), routed.close()]);
  return { clients, direct: direct.result(), routed: routed.result() };
};

type MemoryResult = Readonly<{ requests: number; samples: readonly Usage[] }>;

const measureMemory = async (router: Child, requests: number): Promise<MemoryResult> => {
  const loop = createClosedLoop(router.url, 32);
  const samples = [await router.usage()];
  for (let part = 0; part < 4; part++) {
    await loop.run(requests / 4);
    samples.push(await router.usage());
  }
  await loop.close();
  return { requests, samples };
};

const describeComparison = ({ clients, direct, routed }: Comparison): string =>
  [
    `${String(clients)} clients`,
    `  direct  ${describeLoop(direct)}`,
    `  routed  ${describeLoop(routed)}`,
    `  added   p50 ${String(routed.p50Us - direct.p50Us)} us, p99 ${String(routed.p99Us - direct.p99Us)} us`,
  ].join('\n');

const describeLoop = ({ requestsPerSecond, p50Us, p99Us }: LoopResult): string =>
  `${String(requestsPerSecond)} requests/s, p50 ${String(p50Us)} us, p99 ${String(p99Us)} us`;

const describeWakeUp = ({ count, p50Us, p99Us }: WakeUpResult): string =>
  `wake-up after a slot is known: p50 ${String(p50Us)} us, p99 ${String(p99Us)} us (${String(count)} times)`;

const describeWaiting = ({ waiting, idle, fullViews, openViews }: WaitingCostResult): string =>
  [
    `${String(waiting)} requests waiting, processor time in ms per second`,
    `  nothing happens ${String(idle)}; 20 views/s without room ${String(fullViews)}; ` +
      `20 views/s with room elsewhere ${String(openViews)}`,
  ].join('\n');

const describeMemory = ({ requests, samples }: MemoryResult): string => {
  const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
  const series = (pick: (usage: Usage) => number): string =>
    samples.map((usage) => mebibytes(pick(usage))).join(' ');
  return [
    `memory of the router over ${String(requests)} requests, MiB`,
    `  heap ${series(({ heapUsed }) => heapUsed)}`,
    `  rss  ${series(({ rss }) => rss)}`,
  ].join('\n');
};

const [role, engineUrl] = process.argv.slice(2);
if (role === 'engine' || role === 'router') await play(role, engineUrl);
else await main(process.argv.slice(2));
