import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/until.js';
import { createKvCache } from '../../../src/adapters/testing/mock-engine/index.js';
import type { MockEngine } from '../../../src/adapters/testing/mock-engine/index.js';
import { createManualClock } from '../../support/manual-clock.js';
import { chat, startEngine } from './start-engine.js';

const hitTokens = async (engine: MockEngine, key: string, tokens: number) => {
  const headers = { 'x-cache-affinity-key': key, 'x-input-tokens': String(tokens) };
  const response = await chat(engine, {}, { headers });
  const body = (await response.json()) as {
    usage: { prompt_tokens_details: { cached_tokens: number } };
  };
  const hit = Number(response.headers.get('x-mock-kv-hit-tokens'));
  expect(body.usage.prompt_tokens_details.cached_tokens).toBe(hit);
  return hit;
};

describe('the KV cache', () => {
  test('has the prompt and the answer of the last request with the same key', async () => {
    const engine = await startEngine({ outputTokens: 10 });
    expect(await hitTokens(engine, 'a', 100)).toBe(0);
    expect(await hitTokens(engine, 'a', 200)).toBe(110);
    expect(await hitTokens(engine, 'a', 50)).toBe(50);
    expect(await hitTokens(engine, 'a', 100)).toBe(60);
    expect(await hitTokens(engine, 'b', 100)).toBe(0);
  });

  test('evicts the keys that were not used for the longest time', async () => {
    const engine = await startEngine({ outputTokens: 10, kvCapacityTokens: 250 });
    await hitTokens(engine, 'a', 90);
    await hitTokens(engine, 'b', 90);
    expect(await hitTokens(engine, 'a', 90)).toBe(90);
    await hitTokens(engine, 'c', 90);
    expect(await hitTokens(engine, 'a', 90)).toBe(90);
    expect(engine.state().kvCacheTokens).toBeLessThanOrEqual(250);
    expect(await hitTokens(engine, 'b', 90)).toBe(0);
  });

  test('keeps of a long prefix what fits', () => {
    const cache = createKvCache(100);
    cache.remember('a', 1000);
    expect(cache.findCachedTokens('a', 2000)).toBe(100);
    expect(cache.heldTokens()).toBe(100);
  });

  test('remembers nothing without a key or without capacity', () => {
    const [cache, off] = [createKvCache(100), createKvCache(0)];
    cache.remember(undefined, 10);
    cache.remember('a', 0);
    off.remember('a', 10);
    expect([cache.heldTokens(), off.heldTokens()]).toEqual([0, 0]);
    expect([cache.findCachedTokens(undefined, 10), off.findCachedTokens('a', 10)]).toEqual([0, 0]);
  });

  test('takes the first of several keys', async () => {
    const engine = await startEngine({ outputTokens: 1 });
    await hitTokens(engine, 'a', 10);
    const send = (...keys: string[]) =>
      new Promise((resolve, reject) => {
        const client = request(
          `${engine.url}/v1/responses`,
          { method: 'POST', agent: false, headers: { 'x-cache-affinity-key': keys } },
          (response) => {
            resolve(response.resume().headers['x-mock-kv-hit-tokens']);
          },
        );
        client.on('error', reject).end('{"model":"m","input":"Hello"}');
      });
    expect(await send('a', 'b')).toBe('7');
    expect(await send('b', 'a')).toBe('0');
  });

  test('takes names of object properties for ordinary keys', async () => {
    const engine = await startEngine({ outputTokens: 1 });
    expect(await hitTokens(engine, '__proto__', 10)).toBe(0);
    expect(await hitTokens(engine, '__proto__', 10)).toBe(10);
  });

  test('saves the prefill of cached tokens', async () => {
    const clock = createManualClock();
    const engine = await startEngine({ clock, prefillTokensPerSecond: 1000, outputTokens: 1 });
    const timeOf = async (tokens: number) => {
      const startMs = clock.nowMs();
      const pending = hitTokens(engine, 'a', tokens);
      await until('clock.pendingCount() === 1', () => clock.pendingCount() === 1);
      while (engine.state().running > 0) await clock.advance(1);
      await pending;
      return clock.nowMs() - startMs;
    };
    expect(await timeOf(100)).toBe(100);
    expect(await timeOf(141)).toBe(40);
  });

  test('is shared by backends that are given the same one', async () => {
    const kvCache = createKvCache(1000);
    const [one, two] = [await startEngine({ kvCache }), await startEngine({ kvCache })];
    await hitTokens(one, 'a', 100);
    expect(await hitTokens(two, 'a', 100)).toBe(100);
  });

  test('keeps the prompt of a request that was broken off while it got its answer', async () => {
    const clock = createManualClock();
    const engine = await startEngine({ clock, decodeTokensPerSecond: 1 });
    const headers = { 'x-cache-affinity-key': 'a', 'x-input-tokens': '50' };
    const client = new AbortController();
    const answer = chat(engine, { stream: true }, { headers, signal: client.signal });
    await until('clock.pendingCount() === 1', () => clock.pendingCount() === 1);
    await clock.advance(1);
    await answer;
    client.abort();
    await until('engine.state().running === 0', () => engine.state().running === 0);
    expect(engine.state().kvCacheTokens).toBe(51);
  });
});
