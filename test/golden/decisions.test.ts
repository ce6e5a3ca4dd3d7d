import { readFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';

import { decideCase, parseCase, type Case } from '../../src/adapters/cases/index.js';
import { nativeHasher } from '../../src/adapters/platform/native-hasher.js';
import { createWasmHasher } from '../../src/adapters/platform/wasm-hasher.js';
import { createView } from '../../src/adapters/platform/node.js';
import { HashInput, type Hasher } from '../../src/core/orders/hash.js';
import { MemoBudget } from '../../src/core/orders/memo-budget.js';
import { compilePolicy } from '../../src/core/config/policy.js';
import type { Cluster, Target } from '../../src/core/snapshot/snapshot.js';
import { compileView } from '../../src/core/view/view.js';
import { decide, explain, timeline } from '../../src/decide.js';
import { clusterOf } from '../support/default-stats.js';

type Json = Record<string, unknown>;

/** What a row of decisions.jsonl promises. */
type Expectation = Readonly<{
  kind: string;
  support?: readonly string[];
  phase?: string;
  rank_depth?: Readonly<Record<string, number>>;
  skipped_for_kv_free_tokens?: Readonly<Record<string, boolean>>;
  next_cursor?: number;
  wait_ms?: number;
  until_ms?: number;
  reason?: string;
  code?: string;
  session_state: string | null;
  promoted: boolean;
  order?: readonly string[];
  planned?: readonly string[];
}>;

const rowsOf = <A>(file: string): readonly A[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as A);

const right = <A>(either: E.Either<unknown, A>): A => {
  if (E.isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

const decisions = rowsOf<{ case: Json; expect: Expectation }>('decisions.jsonl');

type Row = Readonly<{ given: Case; expected: Expectation }>;

/** Numbers of rows, from 1, whose check fails; each test reads every row anew, and names them all. */
const failingRows = (check: (row: Row) => boolean): readonly number[] =>
  decisions
    .map(({ case: json, expect: expected }, index) =>
      check({ given: right(parseCase(json, createView)), expected }) ? 0 : index + 1,
    )
    .filter((row) => row > 0);

const isNear = (a: unknown, b: number): boolean => typeof a === 'number' && Math.abs(a - b) <= 1e-6;

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether a result line says all that is expected of its kind. */
const agrees = (result: Json, expected: Expectation): boolean => {
  if (result['kind'] !== expected.kind) return false;
  const id = result['cluster_id'] as string;
  const skipped = expected.skipped_for_kv_free_tokens;
  switch (expected.kind) {
    case 'selected':
      return (
        expected.support!.includes(id) &&
        result['phase'] === expected.phase &&
        result['rank_depth'] === expected.rank_depth![id] &&
        result['skipped_for_kv_free_tokens'] === (skipped?.[id] ?? false) &&
        result['next_cursor'] === expected.next_cursor
      );
    case 'wait':
      return (
        isNear(result['wait_ms'], expected.wait_ms!) &&
        isNear(result['until_ms'], expected.until_ms!)
      );
    case 'unavailable':
      return result['reason'] === expected.reason;
    default:
      return result['code'] === expected.code;
  }
};

describe('decisions.jsonl', () => {
  test('has all its rows', () => {
    expect(decisions).toHaveLength(729);
  });

  test('every row is decided as it says', () => {
    expect(failingRows(({ given, expected }) => agrees(decideCase(given), expected))).toEqual([]);
  });

  test('every row is classified and promoted as it says', () => {
    const failing = failingRows(({ given, expected: { session_state: state, promoted } }) => {
      const isPinned = given.request.sessionState !== undefined;
      const result = decideCase(given);
      return (
        (result['session_state'] ?? null) === state &&
        (isPinned || (result['promoted'] ?? false) === promoted)
      );
    });
    expect(failing).toEqual([]);
  });

  test('every row shows the original affinity order, and none where there is none', () => {
    const failing = failingRows(({ given, expected }) =>
      isEqual(decideCase(given)['order'], expected.order),
    );
    expect(failing).toEqual([]);
  });

  test('every row plans with the order after promotion', () => {
    const failing = failingRows(({ given, expected: { planned } }) => {
      const { policy, view, request, elapsedMs, cursor } = given;
      const explanation = explain(policy, view, request, elapsedMs, cursor);
      return planned === undefined || isEqual(explanation.planned, planned);
    });
    expect(failing).toEqual([]);
  });

  test('every row is decided alike by decide, explain and the timeline', () => {
    const failing = failingRows(({ given }) => {
      const { policy, view, request, elapsedMs, cursor } = given;
      const decision = decide(policy, view, request, elapsedMs, cursor);
      const explained = explain(policy, view, request, elapsedMs, cursor).decision;
      const entries = timeline(policy, view, request, cursor);
      const covering = entries.findLast((entry) => entry.fromMs <= elapsedMs)!.decision;
      const awaited =
        covering.kind === 'wait'
          ? { ...covering, delayMs: covering.untilMs - elapsedMs }
          : covering;
      return isEqual(explained, decision) && isEqual(awaited, decision);
    });
    expect(failing).toEqual([]);
  });
});

type HashRow = Readonly<{
  target: { routing_key: string; model_id: string };
  seed: string;
  cache_affinity_key: string;
  cluster_id: string;
  ranking_hash_hex: string;
}>;

type OrderRow = Readonly<{
  kind: 'ring' | 'pulsar-ranking';
  target: { routing_key?: string; model_id: string };
  seed: string;
  cache_affinity_key: string;
  clusters: readonly { cluster_id: string; weight?: number }[];
  virtual_nodes?: number;
  selection_count?: number;
  order: readonly string[];
}>;

const hashers = [
  { name: 'native', openHasher: () => Promise.resolve(nativeHasher) },
  { name: 'wasm', openHasher: createWasmHasher },
];

describe.each(hashers)('affinity-orders.jsonl with the $name hasher', ({ openHasher }) => {
  const [pin, ...orders] = rowsOf<unknown>('affinity-orders.jsonl') as [HashRow, ...OrderRow[]];

  test('the ranking hash is the published one', async () => {
    const hash = new HashInput(await openHasher())
      .begin()
      .field('seed', pin.seed)
      .field('routing_key', pin.target.routing_key)
      .field('model_id', pin.target.model_id)
      .field('cache_affinity_key', pin.cache_affinity_key)
      .field('cluster_id', pin.cluster_id)
      .hash();
    expect(hash.toString(16).padStart(16, '0')).toBe(pin.ranking_hash_hex);
  });

  test('every ring walk and every ranking has the published order', async () => {
    const hasher = await openHasher();
    const failing = orders
      .map((row, index) => (isEqual(orderOf(row, hasher), row.order) ? 0 : index + 2))
      .filter((line) => line > 0);
    expect(orders).toHaveLength(240);
    expect(failing).toEqual([]);
  });

  const orderOf = (row: OrderRow, hasher: Hasher): readonly string[] | undefined => {
    const settings = { seed: row.seed, requestId: 'r', cacheAffinityKey: row.cache_affinity_key };
    const snapshot = { target: targetOf(row), clusters: row.clusters.map(weighedCluster) };
    const view = compileView(snapshot, { hasher, budget: new MemoBudget() });
    return explain(policyOf(row), view, settings, 0).order;
  };
});

const targetOf = ({ target }: OrderRow): Target => ({
  ...(target.routing_key !== undefined && { routingKey: target.routing_key }),
  modelId: target.model_id,
});

const policyOf = (row: OrderRow) =>
  compilePolicy(
    row.kind === 'ring'
      ? {
          algorithm: 'wait-and-widen',
          seed: row.seed,
          cacheAffinityVirtualNodes: row.virtual_nodes!,
          cacheAffinityBackendSelectionCount: row.selection_count!,
        }
      : { algorithm: 'pulsar', seed: row.seed },
  );

const weighedCluster = ({ cluster_id, weight = 0 }: OrderRow['clusters'][number]): Cluster =>
  clusterOf(cluster_id, { maxInputTps: weight });

describe.each(hashers)('xxh3-64.jsonl with the $name hasher', ({ openHasher }) => {
  test('every hash is the published one', async () => {
    const hasher = await openHasher();
    const rows = rowsOf<{ bytes_hex: string; hash_hex: string }>('xxh3-64.jsonl');
    expect(rows).toHaveLength(34);
    for (const { bytes_hex, hash_hex } of rows) {
      const hash = hasher.hash64(new Uint8Array(Buffer.from(bytes_hex, 'hex')));
      expect(hash.toString(16).padStart(16, '0')).toBe(hash_hex);
    }
  });
});
