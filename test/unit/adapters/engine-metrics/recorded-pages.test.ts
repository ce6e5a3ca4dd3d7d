import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { ClusterStats } from '../../../../src/core/snapshot/snapshot.js';
import {
  readEnginePage,
  type EngineName,
} from '../../../../src/adapters/engine-metrics/read-engine-page.js';
import { recordedPage, recordedPages } from './pages.js';

type Expected = readonly [engine: EngineName, file: string, stats: Partial<ClusterStats>];

/** A page without running, waiting and KV capacity says nothing that a first poll can use. */
const NOTHING: Partial<ClusterStats> = {};

const EXPECTED: readonly Expected[] = [
  [
    'vllm',
    'vllm-0.4.3-v0-cpu-full.prom',
    {
      numRunningQueries: 0,
      queueSize: 0,
      kvCacheCapacityTokens: 116_496,
      kvCacheUsedTokens: 0,
      kvCacheFreeTokens: 116_496,
    },
  ],
  [
    'vllm',
    'vllm-0.7.0-v0-part.prom',
    {
      numRunningQueries: 0,
      queueSize: 0,
      kvCacheCapacityTokens: 1_308_272,
      kvCacheUsedTokens: 0,
      kvCacheFreeTokens: 1_308_272,
    },
  ],
  ['vllm', 'vllm-0.8-v1-design-doc-part.prom', { numRunningQueries: 8 }],
  ['vllm', 'vllm-0.8.x-v1-idle-rerendered.prom', { numRunningQueries: 0, queueSize: 0 }],
  ['vllm', 'vllm-0.10.0-v1-renames-rerendered.prom', NOTHING],
  [
    'vllm',
    'vllm-0.26.0-v1-filtered.prom',
    {
      queueSize: 0,
      kvCacheCapacityTokens: 1_188_352,
      kvCacheUsedTokens: 0,
      kvCacheFreeTokens: 1_188_352,
    },
  ],
  [
    'vllm',
    'vllm-0.26.0-v1-offload-filtered.prom',
    {
      queueSize: 0,
      kvCacheCapacityTokens: 1_188_352,
      kvCacheUsedTokens: 0,
      kvCacheFreeTokens: 1_188_352,
    },
  ],
  ['vllm', 'vllm-0.30.0-v1-cpu-part.prom', { numRunningQueries: 0, queueSize: 0 }],
  ['vllm', 'vllm-2026-05-v1-dp2-rerendered.prom', { numRunningQueries: 0 }],
  ['vllm', 'vllm-v1-2026q1-part.prom', NOTHING],
  ['vllm', 'nim-2024-10-vllm-v0-noprefix-full.prom', { numRunningQueries: 1, queueSize: 0 }],
  ['vllm', 'ray-2.32-vllm-v0-2024-12-part.prom', { numRunningQueries: 0, queueSize: 0 }],
  ['vllm', 'triton-24.08-vllm-v0-part.prom', NOTHING],
  ['vllm', 'triton-2025-07-vllm-v0-part.prom', { numRunningQueries: 0, queueSize: 0 }],
  [
    'sglang',
    'sglang-0.3.5-full.prom',
    {
      numRunningQueries: 0,
      queueSize: 0,
      kvCacheCapacityTokens: 161_721,
      kvCacheUsedTokens: 1_617,
      kvCacheFreeTokens: 160_104,
    },
  ],
  ['sglang', 'sglang-0.4.1-first-request.prom', { numRunningQueries: 0, queueSize: 0 }],
  [
    'sglang',
    'sglang-0.4.3-loaded.prom',
    {
      numRunningQueries: 162,
      queueSize: 2_826,
      kvCacheCapacityTokens: 442_354,
      kvCacheUsedTokens: 123_859,
      kvCacheFreeTokens: 318_495,
    },
  ],
  ['sglang', 'sglang-0.5.1-rerendered.prom', { numRunningQueries: 1 }],
  [
    'sglang',
    'sglang-0.5.9-hicache-filtered.prom',
    {
      queueSize: 0,
      kvCacheCapacityTokens: 200_000,
      kvCacheUsedTokens: 0,
      kvCacheFreeTokens: 200_000,
    },
  ],
  [
    'sglang',
    'sglang-0.5.16-hicache-filtered.prom',
    {
      queueSize: 0,
      kvCacheCapacityTokens: 200_000,
      kvCacheUsedTokens: 0,
      kvCacheFreeTokens: 200_000,
    },
  ],
  ['sglang', 'sglang-0.5.x-dp8-rerendered.prom', { queueSize: 0 }],
  ['sglang', 'sglang-2026-via-smg-rerendered.prom', { queueSize: 0 }],
];

/** One declares its series and has a sample of none; in the other none is used. */
const REFUSED = [
  'vllm-0.6.x-v0-no-samples-rerendered.prom',
  'dynamo-2026-03-vllm-worker-part.prom',
];

describe('recorded pages', () => {
  test.each(EXPECTED)('%s page %s gives the expected statistics', (engine, file, stats) => {
    const reading = readEnginePage(engine, recordedPage(file), undefined, 0, {});
    expect(reading).toEqual(E.right({ stats, sample: expect.anything() as unknown }));
  });

  test.each(REFUSED)('without a sample that is used are no report (%s)', (file) => {
    const reading = readEnginePage('vllm', recordedPage(file), undefined, 0, {});
    expect(reading).toMatchObject({
      left: {
        message:
          'metrics page: expected a sample that is used of vLLM, ' +
          'such as "vllm:num_requests_running", given nothing',
      },
    });
  });

  test('are all in the table above', () => {
    const files = [...REFUSED, ...EXPECTED.map(([, file]) => file)];
    expect(files.sort()).toEqual([...recordedPages()].sort());
  });

  test('give the KV use of a page without capacity once the capacity is configured', () => {
    const reading = readEnginePage(
      'vllm',
      recordedPage('nim-2024-10-vllm-v0-noprefix-full.prom'),
      undefined,
      0,
      { kvCacheCapacityTokens: 1_000_000 },
    );
    expect(reading).toMatchObject({
      right: { stats: { kvCacheUsedTokens: 285, kvCacheFreeTokens: 999_715 } },
    });
  });

  test('take the newer usage name of a page in the years of both', () => {
    const reading = readEnginePage(
      'vllm',
      recordedPage('vllm-0.10.0-v1-renames-rerendered.prom') +
        'vllm:gpu_cache_usage_perc{engine="0",model_name="zai-org/GLM-4.5"} 0.5\n',
      undefined,
      0,
      { kvCacheCapacityTokens: 10_000_000 },
    );
    expect(reading).toMatchObject({ right: { stats: { kvCacheUsedTokens: 98 } } });
  });
});
