import { createRequire } from 'node:module';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/until.js';
import type { MockEngine } from '../../../src/adapters/testing/mock-engine/index.js';
import { readEnginePage } from '../../../src/adapters/engine-metrics/read-engine-page.js';
import type { EngineSample } from '../../../src/adapters/engine-metrics/read-engine-page.js';
import { createManualClock } from '../../support/manual-clock.js';
import { chat, startEngine } from './start-engine.js';

/** Reads the page by the lines on it, since each series has one. */
const readPage = async (engine: MockEngine) => {
  const response = await fetch(`${engine.url}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  const text = await response.text();
  const value = (name: string, labels: Record<string, string> = {}) => {
    const lines = text.split('\n').filter((line) => line.startsWith(`vllm:${name}{`));
    const found = lines.filter((line) =>
      Object.entries(labels).every(([key, label]) => line.includes(`${key}="${label}"`)),
    );
    expect(found).toHaveLength(1);
    return Number(found[0]!.slice(found[0]!.lastIndexOf(' ')));
  };
  return { text, value };
};

/** Has no types of its own. */
const parsePage = createRequire(import.meta.url)('parse-prometheus-text-format') as (
  text: string,
) => { name: string; type: string }[];

const keyed = (tokens: number) => ({
  headers: { 'x-cache-affinity-key': 'a', 'x-input-tokens': String(tokens) },
});

describe('the metrics page', () => {
  test('is understood as a page of vLLM, with the true prefill rate', async () => {
    const clock = createManualClock();
    const engine = await startEngine({ clock, prefillTokensPerSecond: 5000, outputTokens: 1 });
    const read = async (previous?: Readonly<{ sample: EngineSample; atMs: number }>) => {
      const { text } = await readPage(engine);
      const reading = readEnginePage('vllm', text, previous, clock.nowMs(), { modelName: 'm' });
      if (E.isLeft(reading)) throw new Error(reading.left.message);
      return reading.right;
    };
    const { sample } = await read();
    const previous = { sample, atMs: clock.nowMs() };
    for (const tokens of [1000, 2000]) {
      const answer = chat(engine, {}, keyed(tokens));
      await until('clock.pendingCount() === 1', () => clock.pendingCount() === 1);
      await clock.advance(400);
      await answer;
    }
    engine.fill(9);
    const { stats } = await read(previous);
    expect(stats.lastMeanInputTps).toBeCloseTo(5000, 6);
    expect(stats).toMatchObject({
      numRunningQueries: 8,
      queueSize: 1,
      kvCacheCapacityTokens: 100_000,
      kvCacheUsedTokens: 0,
    });
  });

  test('has every series before the first request', async () => {
    const page = await readPage(await startEngine({ modelIds: ['m"x"\\y', 'alias'] }));
    expect(parsePage(page.text).map(({ name, type }) => `${name} ${type}`)).toEqual([
      'process_start_time_seconds GAUGE',
      'vllm:num_requests_running GAUGE',
      'vllm:num_requests_waiting GAUGE',
      'vllm:kv_cache_usage_perc GAUGE',
      'vllm:cache_config_info GAUGE',
      'vllm:prompt_tokens_total COUNTER',
      'vllm:prompt_tokens_by_source_total COUNTER',
      'vllm:prompt_tokens_cached_total COUNTER',
      'vllm:generation_tokens_total COUNTER',
      'vllm:prefix_cache_queries_total COUNTER',
      'vllm:prefix_cache_hits_total COUNTER',
      'vllm:request_success_total COUNTER',
      'vllm:time_to_first_token_seconds HISTOGRAM',
      'vllm:e2e_request_latency_seconds HISTOGRAM',
      'vllm:request_queue_time_seconds HISTOGRAM',
      'vllm:request_prefill_time_seconds HISTOGRAM',
      'vllm:request_decode_time_seconds HISTOGRAM',
      'vllm:request_prefill_kv_computed_tokens HISTOGRAM',
    ]);
    for (const name of ['num_requests_running', 'prompt_tokens_total', 'kv_cache_usage_perc']) {
      expect(page.value(name, { model_name: 'm\\"x\\"\\\\y' })).toBe(0);
    }
  });

  test('counts running and waiting requests', async () => {
    const engine = await startEngine({ slots: 2, maxQueue: 9 });
    engine.fill(5);
    const page = await readPage(engine);
    expect(page.value('num_requests_running')).toBe(2);
    expect(page.value('num_requests_waiting')).toBe(3);
  });

  test('tells prompt tokens after the prefill and times after the end', async () => {
    const clock = createManualClock();
    const engine = await startEngine({
      clock,
      prefillTokensPerSecond: 1000,
      decodeTokensPerSecond: 1,
      outputTokens: 3,
      kvCapacityTokens: 1000,
    });
    const answer = chat(engine, {}, keyed(500));
    await until('clock.pendingCount() === 1', () => clock.pendingCount() === 1);
    await clock.advance(500);
    const during = await readPage(engine);
    expect(during.value('prompt_tokens_total')).toBe(500);
    expect(during.value('kv_cache_usage_perc')).toBe(0.501);
    expect(during.value('request_prefill_time_seconds_count')).toBe(0);
    await clock.advance(2000);
    await answer;
    const after = await readPage(engine);
    expect(after.value('generation_tokens_total')).toBe(3);
    expect(after.value('kv_cache_usage_perc')).toBe(0);
    expect(after.value('request_prefill_time_seconds_sum')).toBe(0.5);
    expect(after.value('request_decode_time_seconds_sum')).toBe(2);
    expect(after.value('e2e_request_latency_seconds_sum')).toBe(2.5);
    expect(after.value('request_prefill_time_seconds_bucket', { le: '0.3' })).toBe(0);
    expect(after.value('request_prefill_time_seconds_bucket', { le: '0.5' })).toBe(1);
    expect(after.value('request_success_total', { finished_reason: 'stop' })).toBe(1);
  });

  test('tells cached from computed prompt tokens', async () => {
    const engine = await startEngine({ outputTokens: 10 });
    await chat(engine, {}, keyed(100));
    await chat(engine, {}, keyed(150));
    const page = await readPage(engine);
    const bySource = (source: string) => page.value('prompt_tokens_by_source_total', { source });
    expect(page.value('prompt_tokens_total')).toBe(250);
    expect(page.value('prompt_tokens_cached_total')).toBe(110);
    expect(page.value('prefix_cache_hits_total')).toBe(110);
    expect([bySource('local_compute'), bySource('local_cache_hit')]).toEqual([140, 110]);
    expect(page.value('request_prefill_kv_computed_tokens_sum')).toBe(140);
  });

  test('counts a request whose client went away as aborted', async () => {
    const clock = createManualClock();
    const engine = await startEngine({ clock });
    const client = new AbortController();
    const answer = chat(engine, {}, { signal: client.signal });
    await until('clock.pendingCount() === 1', () => clock.pendingCount() === 1);
    client.abort();
    await expect(answer).rejects.toThrow();
    await until('engine.state().running === 0', () => engine.state().running === 0);
    const page = await readPage(engine);
    expect(page.value('request_success_total', { finished_reason: 'abort' })).toBe(1);
    expect(page.value('prompt_tokens_total')).toBe(0);
  });

  test('describes the KV cache in labels', async () => {
    const engine = await startEngine({ kvCapacityTokens: 1600 });
    const page = await readPage(engine);
    const labels = { block_size: '16', num_gpu_blocks: '100', kv_cache_size_tokens: '1600' };
    expect(page.value('cache_config_info', labels)).toBe(1);
  });
});
