import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createView } from '../../src/adapters/platform/node.js';
import { parseAlgorithmConfig } from '../../src/core/config/algorithm-codec.js';
import { compilePolicy } from '../../src/core/config/policy.js';
import type { Selected } from '../../src/core/decision.js';
import type { Snapshot } from '../../src/core/snapshot/snapshot.js';
import { decide } from '../../src/decide.js';
import { accepted } from '../unit/expression/outcome.js';
import { clusterOf } from '../support/default-stats.js';

/** Choices of the compatible system, `note` and `cluster` of the file say how they were made. */
type Row = Readonly<{
  scenario: string;
  target: Readonly<{ routing_key: string; model_id: string }>;
  clusters: number;
  config: unknown;
  excluded: readonly string[];
  /** Rounded to three digits. */
  mean_rank_depth: number;
  counts: Readonly<Record<string, number>>;
}>;

const CHOICES = 20_000;
const FIRST_CHOICE = 20_000;
const AFFINITY_KEYS = 4096;

const { rows } = JSON.parse(
  readFileSync(new URL('reference-counts.json', import.meta.url), 'utf8'),
) as { rows: readonly Row[] };

const inDigits = (value: number, digits: number): string => String(value).padStart(digits, '0');

const snapshotOf = ({ target, clusters }: Row): Snapshot => ({
  target: { routingKey: target.routing_key, modelId: target.model_id },
  clusters: Array.from({ length: clusters }, (_, c) => {
    const tps = 1200 + (c % 13) * 31;
    const kv = (c % 23) * 64;
    const stats = {
      lastMeanInputTps: tps,
      maxInputTps: tps,
      queueSize: c % 7,
      numRunningQueries: c % 9,
      maxEngineConcurrency: 16,
      kvCacheCapacityTokens: 131_072,
      kvCacheUsedTokens: 8192 + kv,
      kvCacheFreeTokens: 122_880 - kv,
    };
    return clusterOf(`cluster-${inDigits(c, 4)}`, stats, 0.5 + (c % 19) * 0.075);
  }),
});

const choicesOf = (row: Row): readonly Selected[] => {
  const policy = compilePolicy(accepted(parseAlgorithmConfig(row.config)).config);
  const view = createView(snapshotOf(row));
  return Array.from({ length: CHOICES }, (_, j) => {
    const request = {
      requestId: `request-${String(j)}`,
      cacheAffinityKey: `cache-prefix-${inDigits((FIRST_CHOICE + j) % AFFINITY_KEYS, 6)}`,
      inputTokens: 512 + (j % 8) * 64,
      priority: j % 4,
      requestSloMs: 250,
      excludedClusterIds: row.excluded,
    };
    const decision = decide(policy, view, request, 0);
    if (decision.kind !== 'selected') throw new Error(`choice ${String(j)}: ${decision.kind}`);
    return decision;
  });
};

const countsOf = (choices: readonly Selected[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { clusterId } of choices) counts[clusterId] = (counts[clusterId] ?? 0) + 1;
  return counts;
};

describe('reference-counts.json', () => {
  test('has all its rows', () => {
    expect(rows).toHaveLength(15);
  });

  test.each(rows.map((row) => ({ ...row, name: `${row.scenario}, ${String(row.clusters)} clusters` })))(
    'every cluster is chosen as often as there: $name',
    (row) => {
      const choices = choicesOf(row);
      expect(countsOf(choices)).toEqual(row.counts);
      const meanDepth = choices.reduce((sum, { rankDepth }) => sum + rankDepth, 0) / CHOICES;
      expect(meanDepth).toBeCloseTo(row.mean_rank_depth, 3);
    },
  );
});
