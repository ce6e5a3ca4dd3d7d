import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { startEngine } from './start-engine.js';
import type { MockEngine } from '../../../src/adapters/testing/mock-engine/index.js';

const clientOf = (engine: MockEngine) =>
  new OpenAI({ baseURL: `${engine.url}/v1`, apiKey: 'any', maxRetries: 0 });

const messages = [{ role: 'user' as const, content: 'Hello there' }];

describe('the official OpenAI client against the mock engine', () => {
  test('completes a chat and reads the usage', async () => {
    const client = clientOf(await startEngine({ outputTokens: 4 }));
    const completion = await client.chat.completions.create({ model: 'm', messages });
    expect(completion.object).toBe('chat.completion');
    expect(completion.choices[0]!.message).toEqual({
      role: 'assistant',
      content: 'This answer is made',
      refusal: null,
    });
    expect(completion.choices[0]!.finish_reason).toBe('stop');
    expect(completion.usage).toEqual({
      prompt_tokens: 8,
      completion_tokens: 4,
      total_tokens: 12,
      prompt_tokens_details: { cached_tokens: 0 },
    });
  });

  test('streams the same text, ending with the usage when asked for it', async () => {
    const client = clientOf(await startEngine({ outputTokens: 4 }));
    const stream = await client.chat.completions.create({
      model: 'm',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
    expect(text).toBe('This answer is made');
    expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(1);
    expect(chunks[0]!.choices[0]!.delta.role).toBe('assistant');
    expect(chunks.at(-2)!.choices[0]!.finish_reason).toBe('stop');
    expect(chunks.at(-2)!.usage).toBeNull();
    expect(chunks.at(-1)!.choices).toEqual([]);
    expect(chunks.at(-1)!.usage!.total_tokens).toBe(12);
  });

  test('streams without usage when not asked for it', async () => {
    const client = clientOf(await startEngine({ outputTokens: 2 }));
    const stream = await client.chat.completions.create({ model: 'm', messages, stream: true });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.every((chunk) => chunk.choices.length === 1 && !('usage' in chunk))).toBe(true);
  });

  test('accumulates a stream with its own helper', async () => {
    const client = clientOf(await startEngine({ outputTokens: 3 }));
    const stream = client.chat.completions.stream({ model: 'm', messages });
    expect(await stream.finalContent()).toBe('This answer is');
  });

  test('cuts an answer at the token limit', async () => {
    const client = clientOf(await startEngine({ outputTokens: 9 }));
    const completion = await client.chat.completions.create({
      model: 'm',
      messages,
      max_completion_tokens: 2,
    });
    expect(completion.choices[0]!.message.content).toBe('This answer');
    expect(completion.choices[0]!.finish_reason).toBe('length');
  });

  test('completes a prompt, as a whole and as a stream', async () => {
    const client = clientOf(await startEngine({ outputTokens: 4 }));
    const whole = await client.completions.create({ model: 'm', prompt: 'Hello there' });
    expect(whole).toMatchObject({ id: expect.stringMatching(/^cmpl-/), object: 'text_completion' });
    expect(whole.choices).toEqual([
      { index: 0, text: 'This answer is made', logprobs: null, finish_reason: 'stop' },
    ]);
    expect(whole.usage).toMatchObject({ prompt_tokens: 8, completion_tokens: 4 });
    const chunks = [];
    const stream = await client.completions.create({
      ...{ model: 'm', prompt: [[1, 2]], max_tokens: 2, stream: true as const },
    });
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.map(({ choices }) => choices[0]!.text).join('')).toBe('This answer');
    expect(chunks.at(-1)!.choices[0]!.finish_reason).toBe('length');
  });

  test('takes one prompt at a time', async () => {
    const client = clientOf(await startEngine());
    const failed = client.completions.create({ model: 'm', prompt: ['one', 'two'] });
    await expect(failed).rejects.toMatchObject({ status: 400, param: 'prompt' });
  });

  test('gets a response again, streamed or not, until the engine is reset', async () => {
    const engine = await startEngine({ outputTokens: 2 });
    const client = clientOf(engine);
    const made = await client.responses.create({ model: 'm', input: 'Hello' });
    const streamed = await client.responses.stream({ model: 'm', input: 'Hello' }).finalResponse();
    for (const { id, usage } of [made, streamed]) {
      const again = await client.responses.retrieve(id);
      expect(again).toMatchObject({ id, usage, output_text: 'This answer' });
    }
    await engine.reset();
    await expect(client.responses.retrieve(made.id)).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });

  test('creates a response', async () => {
    const client = clientOf(await startEngine({ outputTokens: 4 }));
    const response = await client.responses.create({
      model: 'm',
      instructions: 'Be short',
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }],
    });
    expect(response.output_text).toBe('This answer is made');
    expect(response.status).toBe('completed');
    expect(response.usage).toMatchObject({ input_tokens: 9, output_tokens: 4, total_tokens: 13 });
  });

  test('streams a response that its helper puts together', async () => {
    const client = clientOf(await startEngine({ outputTokens: 4 }));
    const stream = client.responses.stream({ model: 'm', input: 'Hello' });
    const types: string[] = [];
    const numbers: number[] = [];
    for await (const event of stream) {
      types.push(event.type);
      numbers.push(event.sequence_number);
    }
    const deltas = Array.from({ length: 4 }, () => 'response.output_text.delta');
    expect(types).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      ...deltas,
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(numbers).toEqual(types.map((_, index) => index));
    const final = await stream.finalResponse();
    expect(final.output_text).toBe('This answer is made');
    expect(final.usage!.total_tokens).toBe(11);
  });

  test('marks a response that hit its token limit as incomplete', async () => {
    const client = clientOf(await startEngine());
    const response = await client.responses.create({
      model: 'm',
      input: 'Hello',
      max_output_tokens: 2,
    });
    expect(response.status).toBe('incomplete');
    expect(response.incomplete_details).toEqual({ reason: 'max_output_tokens' });
  });

  test('reads the same embeddings as floats and in base64', async () => {
    const client = clientOf(await startEngine());
    const input = ['one', 'two', 'one'];
    const asFloat = await client.embeddings.create({ model: 'm', input, encoding_format: 'float' });
    const asBase64 = await client.embeddings.create({ model: 'm', input });
    const vectors = asFloat.data.map(({ embedding }) => embedding);
    expect(asBase64.data.map(({ embedding }) => embedding)).toEqual(vectors);
    expect(vectors[0]).toHaveLength(16);
    expect(vectors[2]).toEqual(vectors[0]);
    expect(vectors[1]).not.toEqual(vectors[0]);
    expect(Math.hypot(...vectors[0]!)).toBeCloseTo(1, 5);
    expect(asFloat.usage).toEqual({ prompt_tokens: 8, total_tokens: 8 });
  });

  test('embeds tokens, with as many dimensions as asked for', async () => {
    const client = clientOf(await startEngine());
    const answer = await client.embeddings.create({
      model: 'm',
      input: [
        [1, 2],
        [3, 4],
      ],
      dimensions: 5,
    });
    expect(answer.data.map(({ embedding }) => embedding.length)).toEqual([5, 5]);
  });

  test('lists the models and finds one, whatever its name', async () => {
    const client = clientOf(await startEngine({ modelIds: ['m', 'org/name-v1'] }));
    const ids = [];
    for await (const model of client.models.list()) ids.push(model.id);
    expect(ids).toEqual(['m', 'org/name-v1']);
    expect((await client.models.retrieve('org/name-v1')).id).toBe('org/name-v1');
    await expect(client.models.retrieve('none')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  test('throws its own error classes, with code and parameter', async () => {
    const client = clientOf(await startEngine());
    const failed = client.chat.completions.create({ model: 'other', messages });
    await expect(failed).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    await expect(failed).rejects.toMatchObject({ code: 'model_not_found', param: 'model' });
  });
});
