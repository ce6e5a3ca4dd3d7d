/** What a process holds after a great many policies, keys and expressions. */
import { nativeHasher } from '../../src/adapters/platform/native-hasher.js';
import { viewFactory } from '../../src/adapters/platform/view-factory.js';
import { createEngine } from '../../src/adapters/runtime/index.js';
import { MemoBudget } from '../../src/core/orders/memo-budget.js';
import type { Policy } from '../../src/core/config/policy.js';
import { decide } from '../../src/decide.js';
import { heldBytes } from '../allocation.js';
import { policyOf, requestOf } from '../decision-loop.js';
import { fleetSnapshot, INPUT_TOKENS, ownCreateView, TARGET } from '../fleet.js';
import { unseenKey } from '../keys.js';
import type { MemoryRow } from '../subject.js';

const group = 'memory';

/** What a great many may hold beyond what a few hold. */
const ALLOWED_GROWTH = 1.1;

/** What the budget's estimates may be off by, and the view itself. */
const SLACK_BYTES = 16 * 1024 * 1024;

/** How much to put through the process; `--quick` does less. */
export type MemoryLoad = Readonly<{
  policyCount: number;
  keyCounts: readonly [few: number, many: number];
  expressionCounts: readonly [few: number, many: number];
}>;

export const memoryRows = ({ policyCount, keyCounts, expressionCounts }: MemoryLoad) =>
  [budgetRow(policyCount), keysRow(keyCounts), expressionsRow(expressionCounts)] as const;

/** Half the policies walk rings of their own, half rank; together they ask for more than 64 MiB. */
const budgetRow = (policyCount: number): MemoryRow => ({
  group,
  name: `${count(policyCount)} policies x 4,096 clusters`,
  measure: () => {
    const budget = new MemoBudget();
    const before = settledBytes();
    const view = viewFactory(nativeHasher, budget)(fleetSnapshot(4096));
    for (let i = 0; i < policyCount; i++) {
      const policy = i % 2 === 0 ? ringPolicy(i) : rankingPolicy(i);
      for (let key = 0; key < 2; key++) decide(policy, view, requestOf(key, unseenKey()), 0);
    }
    const heldNow = settledBytes() - before;
    keepAlive(view);
    return {
      heldBytes: heldNow,
      limitBytes: budget.limitBytes + SLACK_BYTES,
      limit: `budget of 64 MiB (accounted: ${mib(budget.bytes)}), and 16 MiB for the rest`,
    };
  },
});

const ringPolicy = (index: number): Policy =>
  policyOf({
    algorithm: 'wait-and-widen',
    seed: String(index),
    cacheAffinityVirtualNodes: 4,
    cacheAffinityBackendSelectionCount: 2,
  });

const rankingPolicy = (index: number): Policy =>
  policyOf({ algorithm: 'pulsar-wait-and-widen', seed: String(index) });

const keysRow = ([few, many]: readonly [number, number]): MemoryRow => ({
  group,
  name: `${count(many)} distinct affinity keys`,
  measure: () => {
    const view = ownCreateView()(fleetSnapshot(8));
    const policy = policyOf({ algorithm: 'pulsar-wait-and-widen' });
    const afterEach = growth(few, many, (index) => {
      decide(policy, view, requestOf(index, unseenKey()), 0);
    });
    keepAlive(view);
    return afterEach;
  },
});

const expressionsRow = ([few, many]: readonly [number, number]): MemoryRow => ({
  group,
  name: `${count(many)} distinct routing expressions`,
  measure: () => {
    const engine = createEngine();
    engine.publish(fleetSnapshot(8));
    const afterEach = growth(few, many, (index) => {
      const routingMethod = `pulsar-wait-and-widen;seed=s${String(index)}`;
      const request = {
        requestId: String(index),
        cacheAffinityKey: unseenKey(),
        inputTokens: INPUT_TOKENS,
      };
      engine.decide({ ...request, target: TARGET, routingMethod }, { elapsedMs: 0 });
    });
    keepAlive(engine);
    return afterEach;
  },
});

const growth = (
  few: number,
  many: number,
  step: (index: number) => void,
): ReturnType<MemoryRow['measure']> => {
  for (let i = 0; i < few; i++) step(i);
  const afterFew = settledBytes();
  for (let i = few; i < many; i++) step(i);
  return {
    heldBytes: settledBytes(),
    limitBytes: afterFew * ALLOWED_GROWTH,
    limit: `110 % of ${mib(afterFew)}, held after ${count(few)}`,
  };
};

/** Bytes in use once everything unreachable is collected. */
const settledBytes = (): number => {
  for (let i = 0; i < 3; i++) globalThis.gc?.();
  return heldBytes();
};

let kept: unknown;

/** Everything given to it stays reachable up to this call. */
const keepAlive = (value: unknown): void => {
  kept = value;
  if (kept === value) kept = undefined;
};

export const mib = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

const count = (value: number): string => value.toLocaleString('en-US');
