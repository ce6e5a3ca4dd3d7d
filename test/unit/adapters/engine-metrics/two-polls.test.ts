import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { ClusterStats } from '../../../../src/core/snapshot/snapshot.js';
import {
  readEnginePage,
  type EngineName,
  type EnginePageSettings,
} from '../../../../src/adapters/engine-metrics/read-engine-page.js';
import { recordedPage } from './pages.js';

/** Reads pages one after the other, half a second apart, and answers with every reading's stats. */
const poll = (
  engine: EngineName,
  pages: readonly string[],
  settings: EnginePageSettings = {},
): readonly Partial<ClusterStats>[] => {
  let previous: Parameters<typeof readEnginePage>[2];
  return pages.map((page, i) => {
    const reading = readEnginePage(engine, page, previous, i * 500, settings);
    if (E.isLeft(reading)) throw new Error(reading.left.message);
    previous = { sample: reading.right.sample, atMs: i * 500 };
    return reading.right.stats;
  });
};

const vllmPage = (tokens: number, seconds: number, more = ''): string =>
  `vllm:prompt_tokens_total{engine="0",model_name="m"} ${tokens}\n` +
  `vllm:request_prefill_time_seconds_sum{engine="0",model_name="m"} ${seconds}\n${more}`;

const ratesOf = (engine: EngineName, pages: readonly string[]) =>
  poll(engine, pages).map(({ lastMeanInputTps }) => lastMeanInputTps);

describe('prefill throughput', () => {
  test('is prompt tokens by prefill seconds between two polls', () => {
    expect(ratesOf('vllm', [vllmPage(1000, 2), vllmPage(4000, 3.5)])).toEqual([undefined, 2000]);
  });

  test('keeps the last valid value while idle', () => {
    const pages = [vllmPage(0, 0), vllmPage(500, 1), vllmPage(500, 1), vllmPage(500, 1)];
    expect(ratesOf('vllm', pages)).toEqual([undefined, 500, 500, 500]);
  });

  test('waits for the seconds when they come in a later poll than the tokens', () => {
    const pages = [vllmPage(0, 0), vllmPage(8000, 0), vllmPage(8000, 2), vllmPage(8600, 3)];
    expect(ratesOf('vllm', pages)).toEqual([undefined, undefined, 4000, 600]);
  });

  test('does not measure across a counter that began again', () => {
    const pages = [vllmPage(0, 0), vllmPage(500, 1), vllmPage(100, 0.25), vllmPage(400, 0.5)];
    expect(ratesOf('vllm', pages)).toEqual([undefined, 500, 500, 1200]);
  });

  test('does not measure across a restart that only the start time shows', () => {
    const started = (at: number) => `process_start_time_seconds ${at}\n`;
    const pages = [
      vllmPage(10, 1, started(1.5e9)),
      vllmPage(510, 2, started(1.5e9)),
      vllmPage(9510, 3, started(1.6e9)),
      vllmPage(9710, 4, started(1.6e9)),
    ];
    expect(ratesOf('vllm', pages)).toEqual([undefined, 500, 500, 200]);
  });

  test('does not measure across a poll in which a series was missing or not a number', () => {
    const missing = 'vllm:prompt_tokens_total{engine="0",model_name="m"} 900\n';
    const pages = [vllmPage(0, 0), vllmPage(500, 1), missing, vllmPage(1000, 3), vllmPage(1100, 4)];
    expect(ratesOf('vllm', pages)).toEqual([undefined, 500, 500, 500, 100]);
    const notANumber = [vllmPage(0, 0), vllmPage(NaN, 1), vllmPage(10, 2), vllmPage(30, 3)];
    expect(ratesOf('vllm', notANumber)).toEqual([undefined, undefined, undefined, 20]);
  });

  test('adds up data-parallel ranks, and notices when one of them began again', () => {
    const ranks = (a: readonly number[], b: readonly number[]): string =>
      vllmPage(a[0]!, a[1]!) + vllmPage(b[0]!, b[1]!).replaceAll('engine="0"', 'engine="1"');
    const pages = [
      ranks([1000, 1], [1000, 1]),
      ranks([2000, 2], [4000, 4]),
      ranks([9000, 3], [10, 0.1]),
      ranks([9500, 4], [10, 0.1]),
    ];
    expect(ratesOf('vllm', pages)).toEqual([undefined, 1000, 1000, 500]);
  });

  test('counts computed tokens where vLLM publishes them, not those from its cache', () => {
    const page = (computed: number, tokens: number, seconds: number): string =>
      vllmPage(tokens, seconds) +
      `vllm:request_prefill_kv_computed_tokens_sum{engine="0",model_name="m"} ${computed}\n`;
    expect(ratesOf('vllm', [page(0, 0, 0), page(300, 9000, 1)])).toEqual([undefined, 300]);
  });

  test('continues from a recorded vLLM page', () => {
    const page = recordedPage('vllm-v1-2026q1-part.prom');
    const later = page
      .replace(/^(vllm:request_prefill_kv_computed_tokens_sum\S+) 53.0$/m, '$1 1053.0')
      .replace(/^(vllm:request_prefill_time_seconds_sum\S+) \S+$/m, '$1 0.7140041133388877');
    expect(ratesOf('vllm', [page, later])).toEqual([undefined, 2000]);
  });

  test('takes the prefill stage of SGLang and the tokens it computed', () => {
    const page = (computed: number, prompt: number, seconds: number): string =>
      `sglang:realtime_tokens_total{mode="prefill_compute",model_name="m"} ${computed}\n` +
      `sglang:realtime_tokens_total{mode="prefill_cache",model_name="m"} 77777\n` +
      `sglang:prompt_tokens_total{model_name="m"} ${prompt}\n` +
      `sglang:per_stage_req_latency_seconds_sum{model_name="m",stage="prefill_forward"} ${seconds}\n` +
      `sglang:per_stage_req_latency_seconds_sum{model_name="m",stage="decode"} 99\n`;
    expect(ratesOf('sglang', [page(0, 0, 0), page(600, 5000, 2)])).toEqual([undefined, 300]);
    const older = [page(0, 0, 0), page(600, 5000, 2)].map((text) =>
      text.replace(/^sglang:realtime.*\n/gm, ''),
    );
    expect(ratesOf('sglang', older)).toEqual([undefined, 2500]);
  });

  test('is absent where an engine publishes no prefill time', () => {
    const page = recordedPage('sglang-0.4.3-loaded.prom');
    expect(ratesOf('sglang', [page, page.replace('8.128902e+06', '9e+06')])).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('output throughput', () => {
  test('is generated tokens by the time between two polls', () => {
    const page = (tokens: number) => `vllm:generation_tokens_total{model_name="m"} ${tokens}\n`;
    const stats = poll('vllm', [page(100), page(150), page(150), page(10), page(20)]);
    expect(stats.map(({ outputTps }) => outputTps)).toEqual([undefined, 100, 0, undefined, 20]);
  });

  test('is absent when no time has passed', () => {
    const page = 'vllm:generation_tokens_total{model_name="m"} 5\n';
    const first = readEnginePage('vllm', page, undefined, 7, {});
    if (E.isLeft(first)) throw new Error(first.left.message);
    const again = readEnginePage('vllm', page, { sample: first.right.sample, atMs: 7 }, 7, {});
    expect(again).toMatchObject({ right: { stats: {} } });
    expect(E.isRight(again) && again.right.stats).toEqual({});
  });
});

describe('KV capacity worked out from usage', () => {
  const page = (used: number, usage: number): string =>
    `sglang:num_used_tokens{model_name="m"} ${used}\nsglang:token_usage{model_name="m"} ${usage}\n`;

  test('stays known while the engine is idle, and is best at the highest usage so far', () => {
    const capacities = poll('sglang', [page(0, 0), page(50, 0.5), page(1, 0.02), page(0, 0)]).map(
      ({ kvCacheCapacityTokens, kvCacheFreeTokens }) => [kvCacheCapacityTokens, kvCacheFreeTokens],
    );
    expect(capacities).toEqual([
      [undefined, undefined],
      [100, 50],
      [100, 99],
      [100, 100],
    ]);
  });

  test('gives way to a configured capacity, and that to a published one', () => {
    const settings = { kvCacheCapacityTokens: 1000 };
    expect(poll('sglang', [page(50, 0.5)], settings)).toMatchObject([
      { kvCacheCapacityTokens: 1000, kvCacheFreeTokens: 950 },
    ]);
    const published = `${page(50, 0.5)}sglang:max_total_num_tokens{model_name="m"} 120\n`;
    expect(poll('sglang', [published], settings)).toMatchObject([
      { kvCacheCapacityTokens: 120, kvCacheFreeTokens: 70 },
    ]);
  });
});

describe('counters of SGLang split by is_streaming', () => {
  const page = (name: string, rows: Readonly<Record<string, number>>): string =>
    Object.entries(rows)
      .map(([is, value]) => `sglang:${name}{is_streaming="${is}",model_name="m"} ${value}\n`)
      .join('');
  const generated = (rows: Readonly<Record<string, number>>) =>
    page('generation_tokens_total', rows);

  test('add up, whichever of them grows', () => {
    const pages = [
      generated({ false: 216, true: 1_024_000 }),
      generated({ false: 1216, true: 1_024_000 }),
      generated({ false: 2216, true: 1_025_000 }),
    ];
    expect(poll('sglang', pages).map(({ outputTps }) => outputTps)).toEqual([
      undefined,
      2000,
      4000,
    ]);
  });

  test('count one that begins with the first streamed request from 0', () => {
    const pages = [generated({ false: 216 }), generated({ false: 216, true: 500 })];
    expect(poll('sglang', pages)[1]).toEqual({ outputTps: 1000 });
  });

  test('give the prefill rate where prompt tokens are all there is', () => {
    const seconds = (value: number): string =>
      `sglang:per_stage_req_latency_seconds_sum{model_name="m",stage="prefill_forward"} ${value}\n`;
    const prompts = (rows: Readonly<Record<string, number>>) => page('prompt_tokens_total', rows);
    const pages = [
      prompts({ false: 574, true: 213 }) + seconds(1),
      prompts({ false: 1574, true: 1213 }) + seconds(3),
    ];
    expect(ratesOf('sglang', pages)).toEqual([undefined, 1000]);
  });
});
