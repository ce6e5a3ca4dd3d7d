/** Requests about a response that was made before go where it was made. */
import { describe, expect, test } from 'vitest';
import { LOOKED_AT_BYTES } from '../../../src/adapters/gateway/serve/response-id.js';
import { createMemoryStore } from '../../../src/adapters/stores/memory.js';
import { AUTHORIZED, responses } from './support/calls.js';
import { answerFrom, startFakeRouter, type RouterScript } from './support/fake-router.js';
import { send, type RawAnswer, type RawRequest } from './support/raw-request.js';
import {
  directoryOf,
  KEY,
  MODEL,
  OTHER_KEY,
  sha256,
  startGateway,
  type StartOptions,
} from './support/start-gateway.js';

/** An answer with a body of its own, in pieces. */
const answering =
  (clusterId: string, type: string, ...pieces: readonly string[]): RouterScript =>
  (response) => {
    response.writeHead(200, { 'content-type': type, 'x-stargate-cluster-id': clusterId });
    for (const piece of pieces) response.write(piece);
    response.end();
  };

const made = (clusterId: string, id: string): RouterScript =>
  answering(clusterId, 'application/json', JSON.stringify({ object: 'response', id, output: [] }));

const eventsOf = (id: string, more = ''): readonly string[] => {
  const response = { id, object: 'response', instructions: more };
  const event = JSON.stringify({ type: 'response.created', response, sequence_number: 0 });
  return [`event: response.created\ndata: ${event}\n\n`, 'data: {"id":"resp_other"}\n\n'];
};

const start = async (options: StartOptions = {}) => {
  const router = await startFakeRouter();
  const both = { ...MODEL, api_keys_sha256: [sha256(KEY), sha256(OTHER_KEY)] };
  const store = createMemoryStore();
  const gateway = await startGateway(router.url, {
    store,
    directory: directoryOf(both),
    ...options,
  });
  /** Sends a request; resolves with what the router was told of its session, and the answer. */
  const ask = async (script: RouterScript, request: RawRequest) => {
    const before = router.requests.length;
    router.script(script);
    const answer: RawAnswer = await send(gateway.url, request);
    await gateway.drain();
    if (router.requests.length === before) return { answer, key: undefined, hint: undefined };
    const { values } = router.last();
    return {
      ...{ answer, key: values('x-cache-affinity-key')[0] },
      hint: values('x-stargate-last-cluster-id')[0],
    };
  };
  return { router, gateway, ask };
};

const about = (id: string, method = 'GET', rest = ''): RawRequest => ({
  ...{ method, path: `/v1/responses/${id}${rest}`, headers: AUTHORIZED },
});

describe('a request that goes on from a response', () => {
  test.each([
    ['as a whole', made('A', 'resp_1')],
    ['as a stream', answering('A', 'text/event-stream', ...eventsOf('resp_1'))],
    [
      'in small pieces',
      answering('A', 'text/event-stream; charset=utf-8', ...eventsOf('resp_1').join('')),
    ],
    [
      'whose first event is longer than what is looked at',
      answering('A', 'text/event-stream', ...eventsOf('resp_1', 'x'.repeat(2 * LOOKED_AT_BYTES))),
    ],
    [
      'whose JSON is longer than what is looked at',
      answering('A', 'application/json', `{"id":"resp_1","x":"${'é'.repeat(LOOKED_AT_BYTES)}"}`),
    ],
  ])('joins its session, when it came %s', async (_, script) => {
    for (const fallback of ['payload', 'opening'] as const) {
      const { ask } = await start({ sessions: { fallback } });
      const first = await ask(script, responses({ input: 'one' }));
      const second = await ask(
        made('A', 'resp_2'),
        responses({ input: 'two', previous_response_id: 'resp_1' }),
      );
      expect(second).toMatchObject({ key: first.key, hint: 'A' });
      const third = await ask(
        made('B', 'resp_3'),
        responses({ input: 'three', previous_response_id: 'resp_2' }),
      );
      expect(third).toMatchObject({ key: first.key, hint: 'A' });
      expect(third.answer.header('x-multi-turn-session-id')).toBeUndefined();
      const fork = await ask(
        made('A', 'resp_4'),
        responses({ input: 'other', previous_response_id: 'resp_1' }),
      );
      expect(fork).toMatchObject({ key: first.key, hint: 'A' });
    }
  });

  test('passes the response on byte for byte', async () => {
    const { ask } = await start();
    const pieces = eventsOf('resp_1', 'é');
    const { answer } = await ask(answering('A', 'text/event-stream', ...pieces), responses());
    expect(answer.text).toBe(pieces.join(''));
  });

  test.each([
    ['has a session id of its own', { prompt_cache_key: 'mine', previous_response_id: 'resp_1' }],
    ['names a response that nobody knows', { previous_response_id: 'resp_9' }],
    ['names none that can be one', { previous_response_id: 7 }],
  ])('does not join when it %s', async (_, body) => {
    const { ask } = await start();
    const first = await ask(made('A', 'resp_1'), responses({ input: 'one' }));
    const second = await ask(made('A', 'resp_2'), responses({ input: 'two', ...body }));
    expect(second.answer.status).toBe(200);
    expect(second.key).not.toBe(first.key);
    expect(second.hint).toBeUndefined();
  });

  test.each([
    [
      'failed',
      (response: Parameters<RouterScript>[0]) =>
        void response.writeHead(500, { 'x-stargate-cluster-id': 'A' }).end('{"id":"resp_1"}'),
    ],
    ['has no id', answering('A', 'application/json', '{"x":{"id":"resp_1"}}')],
    [
      'is compressed',
      (response: Parameters<RouterScript>[0]) =>
        void response
          .writeHead(200, { 'x-stargate-cluster-id': 'A', 'content-encoding': 'gzip' })
          .end('{"id":"resp_1"}'),
    ],
  ] as const)('finds nothing of a response that %s', async (_, script) => {
    const { ask } = await start();
    await ask(script as RouterScript, responses({ input: 'one' }));
    const next = responses({ input: 'two', previous_response_id: 'resp_1' });
    expect((await ask(made('A', 'resp_2'), next)).hint).toBeUndefined();
  });
});

describe('a stored response', () => {
  test.each([
    ['GET', ''],
    ['GET', '?include=x'],
    ['DELETE', ''],
    ['POST', '/cancel'],
    ['GET', '/input_items'],
  ])('is asked for where it was made, without naming a model: %s %s', async (method, rest) => {
    const { ask, router } = await start();
    const first = await ask(made('A', 'resp_1'), responses({ model: 'rk/m' }));
    const found = await ask(answerFrom('A'), about('resp_1', method, rest));
    expect(found.answer.status).toBe(200);
    expect(found).toMatchObject({ key: first.key, hint: 'A' });
    expect(router.last().values('x-model')).toEqual(['m']);
    expect(router.last().target).toBe(`/v1/responses/resp_1${rest}`);
  });

  test('is asked for as before where nobody knows it', async () => {
    const { ask } = await start();
    const unknown = await ask(answerFrom('A'), about('resp_9'));
    expect(unknown.answer.status).toBe(400);
    expect(unknown.answer.json()['error']).toMatchObject({
      param: 'model',
      message: 'model: expected a model in the query, as this response is not known here.',
    });
    const named = await ask(answerFrom('A'), about('resp_9', 'GET', '?model=m'));
    expect(named.answer.status).toBe(200);
    expect(named.hint).toBeUndefined();
  });

  test('is for those only whose key opens its model, and with callers apart for its caller', async () => {
    for (const scope of ['model', 'caller'] as const) {
      const { ask } = await start({ sessions: { scope } });
      await ask(made('A', 'resp_1'), responses());
      const as = (key: string): RawRequest => ({
        ...about('resp_1'),
        headers: ['authorization', `Bearer ${key}`],
      });
      expect((await ask(answerFrom('A'), as('wrong'))).answer.status).toBe(
        scope === 'model' ? 401 : 400,
      );
      const other = await ask(answerFrom('A'), as(OTHER_KEY));
      expect(other.answer.status).toBe(scope === 'model' ? 200 : 400);
      expect((await ask(answerFrom('A'), as(KEY))).answer.status).toBe(200);
    }
  });
});
