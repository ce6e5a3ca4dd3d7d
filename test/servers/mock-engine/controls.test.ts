import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createMockEngine } from '../../../src/adapters/testing/mock-engine/index.js';
import { createRequestLog } from '../../../src/adapters/testing/mock-engine/request-log.js';
import { chat, control, startEngine } from './start-engine.js';

describe('an engine', () => {
  test('starts, answers and closes as its example says', async () => {
    const engine = await createMockEngine({ clusterId: 'A', slots: 2 });
    const response = await fetch(`${engine.url}/v1/models`);
    expect(await response.json()).toMatchObject({ data: [{ id: 'mock-model' }] });
    expect(response.headers.get('x-mock-cluster-id')).toBe('A');
    await engine.close();
    expect(engine.state().openSockets).toBe(0);
  });

  test('writes names beyond ASCII into headers as UTF-8', async () => {
    const engine = await startEngine({ clusterId: 'Zürich' });
    const value = (await fetch(`${engine.url}/health`)).headers.get('x-mock-cluster-id')!;
    expect(Buffer.from(value, 'latin1').toString('utf8')).toBe('Zürich');
  });
});

describe('the control endpoint', () => {
  test('fills, drains, slows, fails and resets, answering with the state', async () => {
    const engine = await startEngine({ slots: 4 });
    const order = async (body: object) => (await control(engine, body)).json();
    expect(await order({ action: 'fill', count: 3 })).toMatchObject({ running: 3, waiting: 0 });
    expect(await order({ action: 'drain' })).toMatchObject({ running: 0 });
    expect(await order({ action: 'slow', factor: 2.5 })).toMatchObject({ slow_factor: 2.5 });
    expect(
      await order({ action: 'fail', mode: 'status', status: 503, retry_reason: 'x', times: 2 }),
    ).toMatchObject({ failure: 'status' });
    expect(await order({ action: 'fill' })).toMatchObject({ running: 4 });
    expect(await order({ action: 'reset' })).toMatchObject({
      running: 0,
      failure: 'none',
      slow_factor: 1,
      kv_cache_tokens: 0,
      is_listening: true,
    });
  });

  test.each([
    [7, 'the input: expected an object, given 7'],
    [{}, 'action: expected one of fill, drain, slow, reset, fail, given nothing'],
    [{ action: 'burn' }, 'action: expected one of fill, drain, slow, reset, fail, given "burn"'],
    [{ action: 'fill', count: -1 }, 'count: expected a whole number, 1 or more, given -1'],
    [{ action: 'slow' }, 'factor: expected a number above 0, given nothing'],
    [{ action: 'drain', count: 1 }, 'count: expected no such field for this action, given 1'],
    [
      { action: 'fail', mode: 'slow-body', delay_ms: 'x' },
      'delay_ms: expected milliseconds, 0 or more, given "x"',
    ],
    [
      { action: 'fail', mode: 'status', status: 503, retriable: true },
      'retriable: expected no such field for this action, given true',
    ],
    [
      { action: 'fail', mode: 'status', status: 200 },
      'status: expected a status from 400 to 599, given 200',
    ],
  ])('refuses %j', async (order, message) => {
    const response = await control(await startEngine(), order);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message } });
  });

  test('names the modes of failure it knows', async () => {
    const response = await control(await startEngine(), { action: 'fail', mode: 'toString' });
    expect(await response.text()).toContain('mode: expected one of none, connect-refuse,');
  });

  test('resets what requests have left behind', async () => {
    const engine = await startEngine();
    await chat(engine, {}, { headers: { 'x-cache-affinity-key': 'a' } });
    expect(engine.state().kvCacheTokens).toBeGreaterThan(0);
    await engine.reset();
    expect(engine.state().kvCacheTokens).toBe(0);
    expect(engine.requests).toEqual([]);
    const page = await (await fetch(`${engine.url}/metrics`)).text();
    expect(page).toContain('vllm:prompt_tokens_total{engine="0",model_name="m"} 0.0\n');
  });
});

describe('the request log', () => {
  test('keeps headers as they were sent, order and duplicates included', async () => {
    const engine = await startEngine();
    await new Promise<void>((resolve, reject) => {
      const headers = ['X-B', '1', 'x-a', '2', 'X-B', '3'];
      request(`${engine.url}/v1/models?q=1`, { headers: ['Host', 'h', ...headers] }, (response) => {
        response.resume().on('end', resolve);
      })
        .on('error', reject)
        .end();
    });
    const [logged] = engine.requests;
    expect(logged).toMatchObject({ method: 'GET', path: '/v1/models?q=1', bodyBytes: 0 });
    expect(logged!.headers.filter(([name]) => name.toLowerCase().startsWith('x-'))).toEqual([
      ['X-B', '1'],
      ['x-a', '2'],
      ['X-B', '3'],
    ]);
  });

  test('keeps the size and the hash of a body whole and its text shortened', async () => {
    const engine = await startEngine();
    const body = 'x'.repeat(70_000);
    await fetch(`${engine.url}/v1/anything`, { method: 'PUT', body });
    const response = await fetch(`${engine.url}/mock/requests`);
    const { requests } = (await response.json()) as { requests: Record<string, unknown>[] };
    expect(requests[0]).toMatchObject({
      method: 'PUT',
      path: '/v1/anything',
      body_bytes: 70_000,
      body_text: 'x'.repeat(65_536),
      body_sha256: createHash('sha256').update(body).digest('hex'),
      is_complete: true,
    });
  });

  test('leaves out polls and controls', async () => {
    const engine = await startEngine();
    for (const path of ['/metrics', '/health', '/mock/state']) await fetch(engine.url + path);
    expect(engine.requests).toEqual([]);
  });

  test('forgets the oldest requests', () => {
    const log = createRequestLog(2);
    for (const url of ['/1', '/2', '/3']) log.open({ method: 'GET', url, rawHeaders: [] });
    expect(log.list().map(({ path }) => path)).toEqual(['/2', '/3']);
  });
});
