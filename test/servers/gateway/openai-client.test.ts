import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import {
  createMockEngine,
  type MockEngine,
} from '../../../src/adapters/testing/mock-engine/index.js';
import { onTestFinished } from 'vitest';
import { answerFrom, refuseWith, startFakeRouter } from './support/fake-router.js';
import { directoryOf, KEY, MODEL, sha256, startRemembering } from './support/start-gateway.js';

const messages = [{ role: 'user' as const, content: 'Hello there' }];

/** The official client, as its documentation sets it up, against a gateway. */
const clientOf = (url: string, apiKey = KEY) =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });

const startEngine = async (): Promise<MockEngine> => {
  const engine = await createMockEngine({
    ...{ modelIds: ['m'], outputTokens: 4 },
    ...{ prefillTokensPerSecond: 1e6, decodeTokensPerSecond: 1e5 },
  });
  onTestFinished(() => engine.close());
  return engine;
};

const directory = directoryOf(
  MODEL,
  { model: 'hidden', api_keys_sha256: [sha256('sk-other')] },
  { routing_key: 'rk', model: 'not served', api_keys_sha256: [sha256(KEY)] },
);

const start = async () => {
  const engine = await startEngine();
  const gateway = await startRemembering(engine.url, { directory });
  return { engine, client: clientOf(gateway.url), url: gateway.url };
};

describe('the official OpenAI client, unchanged, through the gateway', () => {
  test('completes a chat, under both names of the model', async () => {
    const { client, engine } = await start();
    for (const model of ['m', 'rk/m']) {
      const completion = await client.chat.completions.create({ model, messages });
      expect(completion.choices[0]!.message.content).toBe('This answer is made');
      expect(completion.usage!.prompt_tokens).toBe(8);
      expect(completion._request_id).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(engine.requests).toHaveLength(2);
  });

  test('streams a chat', async () => {
    const { client } = await start();
    const stream = client.chat.completions.stream({ model: 'm', messages });
    expect(await stream.finalContent()).toBe('This answer is made');
  });

  test('creates and streams responses', async () => {
    const { client } = await start();
    const response = await client.responses.create({ model: 'm', input: 'Hello' });
    expect(response.output_text).toBe('This answer is made');
    const stream = client.responses.stream({ model: 'm', input: 'Hello', prompt_cache_key: 's' });
    expect((await stream.finalResponse()).output_text).toBe('This answer is made');
  });

  test('creates embeddings', async () => {
    const { client } = await start();
    const answer = await client.embeddings.create({ model: 'm', input: ['one', 'two'] });
    expect(answer.data.map(({ embedding }) => embedding.length)).toEqual([16, 16]);
  });

  test('lists and finds the models its key may use', async () => {
    const { client } = await start();
    const ids: string[] = [];
    for await (const model of client.models.list()) ids.push(model.id);
    expect(ids).toEqual(['m', 'not served']);
    expect((await client.models.retrieve('rk/m')).id).toBe('rk/m');
    await expect(client.models.retrieve('none')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  test('reuses the KV cache of its session', async () => {
    const { client, engine } = await start();
    const create = () =>
      client.chat.completions.create({ model: 'm', messages, prompt_cache_key: 's' });
    await create();
    expect((await create()).usage!.prompt_tokens_details!.cached_tokens).toBe(8);
    const keys = engine.requests.map(({ headers }) => {
      const at = headers.findIndex(([name]) => name === 'x-cache-affinity-key');
      return headers[at]?.[1];
    });
    expect(new Set(keys)).toEqual(new Set([`mt:v1:session:${sha256('s')}`]));
  });

  test('reads errors of the engine as they are', async () => {
    const { client } = await start();
    const failed = client.chat.completions.create({ model: 'not served', messages });
    await expect(failed).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    await expect(failed).rejects.toMatchObject({ code: 'model_not_found', param: 'model' });
  });

  test('goes away from a stream without leaving the engine at work', async () => {
    const { client, engine } = await start();
    engine.slow(1_000);
    const stream = await client.chat.completions.create({ model: 'm', messages, stream: true });
    stream.controller.abort();
    await expect.poll(() => engine.state().running).toBe(0);
  });
});

describe('the error classes of the official client', () => {
  const call = (client: OpenAI, body: object = {}) =>
    client.chat.completions.create({ model: 'm', messages, ...body });

  test('tell a wrong key, an unknown model and a malformed session apart', async () => {
    const { client, url } = await start();
    const stranger = clientOf(url, 'sk-wrong');
    await expect(call(stranger)).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    await expect(call(stranger)).rejects.toMatchObject({ code: 'invalid_api_key', status: 401 });
    await expect(call(client, { model: 'none' })).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    const session = call(client, { prompt_cache_key: 'x'.repeat(257) });
    await expect(session).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    await expect(session).rejects.toMatchObject({ param: 'prompt_cache_key' });
  });

  test('tell what the router says', async () => {
    const router = await startFakeRouter();
    const client = clientOf((await startRemembering(router.url)).url);
    router.script(refuseWith(503, 'no_capacity'));
    await expect(call(client)).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    await expect(call(client)).rejects.toMatchObject({
      ...{ status: 503, code: 'no_capacity', type: 'server_error' },
      message: '503 because of no_capacity',
    });
    router.script(refuseWith(400, 'unknown_parameter'));
    await expect(call(client)).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    router.script(refuseWith(404, 'no_eligible_candidates'));
    await expect(call(client)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    await router.close();
    await expect(call(client)).rejects.toMatchObject({ status: 502, code: 'upstream_error' });
  });

  test('try again by themselves after a 503, as the pause says', async () => {
    const router = await startFakeRouter(refuseWith(503, 'no_capacity'));
    const gateway = await startRemembering(router.url);
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: KEY, maxRetries: 1 });
    const pending = call(client);
    await expect.poll(() => router.requests.length).toBe(1);
    router.script(answerFrom('A'));
    expect(await pending).toMatchObject({ ok: true });
    expect(router.requests).toHaveLength(2);
  });
});
