/**
 * A program of its own, run with --expose-gc: puts a great many distinct expressions, affinity
 * keys or targets through one engine, and prints as JSON what it held after a few and after all.
 */
import { createEngine } from '../../../../src/adapters/runtime/index.js';
import type { MemoryReport } from './run-memory-program.js';
import { idleFleet } from './small-fleet.js';

const TARGETS = Array.from({ length: 50 }, (_, i) => ({
  routingKey: `rk-${String(i % 5)}`,
  modelId: `model-${String(i)}`,
}));

const engine = createEngine();
for (const target of TARGETS) engine.publish(idleFleet('ABCDEFGH', target));

let mostEntries = 0;

const decide = (
  routingMethod: string,
  request: number,
  target: number,
  cacheAffinityKey = `session-${String(request)}`,
): void => {
  engine.decide(
    {
      target: TARGETS[target % TARGETS.length]!,
      requestId: `r${String(request)}`,
      cacheAffinityKey,
      inputTokens: 100,
      routingMethod,
    },
    { elapsedMs: 0 },
  );
  mostEntries = Math.max(mostEntries, engine.definitionCount);
};

/** Every algorithm by turns; one in ten builds a hash ring of its own. */
const METHODS = [
  'pulsar;seed=',
  'pulsar-wait-and-widen;seed=',
  'round-robin;max_input_work_seconds=1',
  'pulsar-multiregion;n=3;last_cluster_affinity=true;seed=',
  'random;max_input_work_seconds=1',
  'power-of-n;sample_count=3;max_input_work_seconds=1',
  'Pulsar;  consider_kv_free_tokens=false; seed=',
  'wait-and-widen;n=3;max_queued=1;seed=',
  'pulsar;rendezvous_weight=last-mean-input-tps;seed=',
  'groq-multiregion;cache_affinity_backend_selection_count=2;cache_affinity_virtual_nodes=8;seed=',
];

/** Too long to be remembered. */
const LONG_KEY = 'x'.repeat(300);

/** Each expression serves two targets, one of them with a key whose orders are not remembered. */
const bringExpression = (index: number): void => {
  const text = `${METHODS[index % METHODS.length]!}${String(index)}`;
  decide(text, index, index);
  decide(text, index, index * 7 + 1, LONG_KEY);
};

const bringAffinityKey = (index: number): void => {
  decide('pulsar-wait-and-widen;seed=a', index, index % 2);
};

const bringTarget = (index: number): void => {
  const target = { routingKey: `short-lived-${String(index)}`, modelId: 'model-a' };
  engine.publish(idleFleet('ABCD', target));
  const request = { target, requestId: 'r1', cacheAffinityKey: 'session', inputTokens: 100 };
  engine.decide({ ...request, routingMethod: 'pulsar;seed=a' }, { elapsedMs: 0 });
  engine.withdraw(target);
  mostEntries = Math.max(mostEntries, engine.definitionCount);
};

const heldBytes = (): number => {
  for (let i = 0; i < 3; i++) globalThis.gc!();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const measure = (few: number, many: number, bring: (index: number) => void): MemoryReport => {
  for (let i = 0; i < few; i++) bring(i);
  const fewBytes = heldBytes();
  for (let i = few; i < many; i++) bring(i);
  const manyBytes = heldBytes();
  const { user, system } = process.cpuUsage();
  return { fewBytes, manyBytes, mostEntries, cpuSeconds: (user + system) / 1e6 };
};

const SUBJECTS: Readonly<Record<string, (index: number) => void>> = {
  expressions: bringExpression,
  'affinity-keys': bringAffinityKey,
  targets: bringTarget,
};

const [subject, few, many] = process.argv.slice(2);
console.log(JSON.stringify(measure(Number(few), Number(many), SUBJECTS[subject!]!)));
