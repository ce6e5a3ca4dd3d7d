import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/until.js';
import { createScheduler } from '../../../src/adapters/testing/mock-engine/scheduler.js';
import { createManualClock } from '../../support/manual-clock.js';
import { chat, startEngine } from './start-engine.js';

const never = new AbortController().signal;

describe('slots and queue', () => {
  test('admits in the order of arrival', async () => {
    const scheduler = createScheduler(1, 10);
    const order: string[] = [];
    const enter = async (name: string) => {
      const admission = await scheduler.enter(never);
      order.push(name);
      if (admission.kind === 'admitted') admission.release();
    };
    scheduler.fill(1);
    const all = ['a', 'b', 'c'].map(enter);
    expect(scheduler.counts()).toEqual({ running: 1, waiting: 3 });
    scheduler.drain();
    await Promise.all(all);
    expect(order).toEqual(['a', 'b', 'c']);
    expect(scheduler.counts()).toEqual({ running: 0, waiting: 0 });
  });

  test('refuses when slots and queue are full', async () => {
    const scheduler = createScheduler(1, 1);
    await scheduler.enter(never);
    void scheduler.enter(never);
    expect((await scheduler.enter(never)).kind).toBe('refused');
  });

  test('takes one slot back however often it is released', async () => {
    const scheduler = createScheduler(2, 0);
    const first = await scheduler.enter(never);
    await scheduler.enter(never);
    if (first.kind !== 'admitted') throw new Error('not admitted');
    first.release();
    first.release();
    expect(scheduler.counts().running).toBe(1);
  });

  test('forgets a waiting request whose client goes away', async () => {
    const scheduler = createScheduler(1, 1);
    await scheduler.enter(never);
    const client = new AbortController();
    const waiting = scheduler.enter(client.signal);
    client.abort();
    expect((await waiting).kind).toBe('gone');
    expect(scheduler.counts().waiting).toBe(0);
  });

  test('fills slots as they come free, before the requests that wait', async () => {
    const scheduler = createScheduler(2, 4);
    const first = await scheduler.enter(never);
    scheduler.fill(2);
    void scheduler.enter(never);
    expect(scheduler.counts()).toEqual({ running: 2, waiting: 1 });
    if (first.kind === 'admitted') first.release();
    expect(scheduler.counts()).toEqual({ running: 2, waiting: 1 });
  });

  test('fills queue places when the slots do not suffice, and no more than there are', async () => {
    const scheduler = createScheduler(2, 3);
    scheduler.fill(4);
    expect(scheduler.counts()).toEqual({ running: 2, waiting: 2 });
    scheduler.fill(100);
    expect(scheduler.counts()).toEqual({ running: 2, waiting: 3 });
    expect((await scheduler.enter(never)).kind).toBe('refused');
  });

  test('answers 503 with retry marks to what does not fit into the queue', async () => {
    const engine = await startEngine({ slots: 1, maxQueue: 0, clusterId: 'A', backendId: 'a1' });
    engine.fill();
    const response = await chat(engine);
    expect(response.status).toBe(503);
    expect(response.headers.get('x-stargate-retryable')).toBe('true');
    expect(response.headers.get('x-stargate-retry-reason')).toBe('queue_full');
    expect(response.headers.get('x-mock-cluster-id')).toBe('A');
    expect(response.headers.get('x-mock-backend-id')).toBe('a1');
    expect(await response.json()).toMatchObject({ error: { code: 'queue_full' } });
    engine.drain();
    expect((await chat(engine)).status).toBe(200);
  });

  test('has the slot free for whoever has read the answer', async () => {
    const engine = await startEngine({ slots: 1, maxQueue: 0 });
    for (let round = 0; round < 20; round++) {
      const response = await chat(engine, { stream: round % 2 === 0 });
      await response.text();
      expect(response.status).toBe(200);
    }
  });
});

describe('a client that goes away', () => {
  test('frees its place in the queue at once', async () => {
    const engine = await startEngine({ slots: 1 });
    engine.fill();
    const client = new AbortController();
    const answer = chat(engine, {}, { signal: client.signal });
    await until('engine.state().waiting === 1', () => engine.state().waiting === 1);
    client.abort();
    await expect(answer).rejects.toThrow();
    await until('engine.state().waiting === 0', () => engine.state().waiting === 0);
  });

  test.each([
    ['in prefill', {}],
    ['in decode', { stream: true }],
  ])('frees its slot %s, its timers and its KV tokens', async (phase, body) => {
    const clock = createManualClock();
    const engine = await startEngine({ clock, decodeTokensPerSecond: 1 });
    const client = new AbortController();
    const answer = chat(engine, body, { signal: client.signal });
    await until('clock.pendingCount() === 1', () => clock.pendingCount() === 1);
    if (phase === 'in decode') {
      await clock.advance(1);
      await answer;
      expect(engine.state().kvHeldTokens).toBe(8);
    }
    client.abort();
    await answer.catch(() => undefined);
    await until(
      'engine.state().running === 0 && clock.pendingCount() === 0',
      () => engine.state().running === 0 && clock.pendingCount() === 0,
    );
    expect(engine.state().kvHeldTokens).toBe(0);
  });

  test('lets the next request in when it did not read its stream', async () => {
    const engine = await startEngine({
      slots: 1,
      outputTokens: 200_000,
      decodeTokensPerSecond: 1e9,
    });
    const client = new AbortController();
    await chat(engine, { stream: true }, { signal: client.signal });
    const next = chat(engine, { max_tokens: 1 });
    await until('engine.state().waiting === 1', () => engine.state().waiting === 1);
    client.abort();
    expect((await next).status).toBe(200);
  });

  test('is taken down as a request whose body never came', async () => {
    const engine = await startEngine();
    const client = request(`${engine.url}/v1/embeddings`, { method: 'POST', agent: false });
    client.on('error', () => undefined);
    client.write('{"model"');
    await until('engine.requests[0]?.bodyBytes === 8', () => engine.requests[0]?.bodyBytes === 8);
    expect(engine.state().openSockets).toBe(1);
    client.destroy();
    await until('engine.state().openSockets === 0', () => engine.state().openSockets === 0);
    expect(engine.requests[0]).toMatchObject({ isComplete: false, bodyText: '{"model"' });
  });
});
