import { createParser } from 'eventsource-parser';
import { describe, expect, test } from 'vitest';
import type { MockEngine } from '../../../src/adapters/testing/mock-engine/index.js';
import { startEngine } from './start-engine.js';

const ask = (engine: MockEngine, body: object = {}, affinityKey?: string): Promise<Response> =>
  fetch(`${engine.url}/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(affinityKey !== undefined && { 'x-cache-affinity-key': affinityKey }),
    },
    body: JSON.stringify({
      ...{ model: 'm', max_tokens: 100, system: 'Be short' },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
      ...body,
    }),
  });

describe('messages of the mock engine', () => {
  test('have one text, and tell cached tokens apart from others', async () => {
    const engine = await startEngine({ outputTokens: 2 });
    const first = await (await ask(engine, {}, 'k')).json();
    expect(first).toMatchObject({
      ...{ type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn' },
      content: [{ type: 'text', text: 'This answer' }],
      usage: { input_tokens: 9, cache_read_input_tokens: 0, output_tokens: 2 },
    });
    expect(await (await ask(engine, {}, 'k')).json()).toMatchObject({
      usage: { input_tokens: 0, cache_read_input_tokens: 9 },
    });
  });

  test('come as the events of a stream, and say when they were cut', async () => {
    const engine = await startEngine();
    const events: { event: string | undefined; data: Record<string, unknown> }[] = [];
    const parser = createParser({
      onEvent: ({ event, data }) => {
        events.push({ event, data: JSON.parse(data) as Record<string, unknown> });
      },
    });
    parser.feed(await (await ask(engine, { stream: true, max_tokens: 2 })).text());
    expect(events.map(({ event }) => event)).toEqual([
      ...['message_start', 'content_block_start', 'content_block_delta', 'content_block_delta'],
      ...['content_block_stop', 'message_delta', 'message_stop'],
    ]);
    expect(events.map(({ data }) => data['type'])).toEqual(events.map(({ event }) => event));
    expect(events[0]!.data['message']).toMatchObject({ content: [], stop_reason: null });
    expect(events[5]!.data).toMatchObject({
      delta: { stop_reason: 'max_tokens' },
      usage: { output_tokens: 2 },
    });
  });

  test('need a limit of tokens', async () => {
    const answer = await ask(await startEngine(), { max_tokens: undefined });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { param: 'max_tokens' } });
  });
});
