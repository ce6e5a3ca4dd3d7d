/** Clients that send no session id: the gateway tells their conversations by how they open. */
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../../src/adapters/stores/memory.js';
import { chat } from './support/calls.js';
import { answerFrom, startFakeRouter, type FakeRouter } from './support/fake-router.js';
import { send, type RawRequest } from './support/raw-request.js';
import {
  directoryOf,
  KEY,
  MODEL,
  OTHER_KEY,
  sha256,
  startGateway,
  type RunningGateway,
} from './support/start-gateway.js';

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });

type Site = Readonly<{
  gateway: RunningGateway;
  router: FakeRouter;
  /** Sends a turn that cluster `clusterId` answers; resolves with the hint of it. */
  turn: (clusterId: string, request: RawRequest) => Promise<string | undefined>;
}>;

const start = async (scope: 'model' | 'caller' = 'model'): Promise<Site> => {
  const router = await startFakeRouter();
  const both = { ...MODEL, api_keys_sha256: [sha256(KEY), sha256(OTHER_KEY)] };
  const gateway = await startGateway(router.url, {
    ...{ store: createMemoryStore(), directory: directoryOf(both) },
    sessions: { fallback: 'opening', scope },
  });
  const turn: Site['turn'] = async (clusterId, request) => {
    router.script(answerFrom(clusterId));
    const answer = await send(gateway.url, request);
    expect(answer.status).toBe(200);
    await gateway.drain();
    return router.last().values('x-stargate-last-cluster-id')[0];
  };
  return { gateway, router, turn };
};

const say = (...messages: readonly object[]): RawRequest => chat({ messages });

describe('conversations without an id', () => {
  test('that begin alike and part later keep two homes, under one affinity key', async () => {
    const { turn, router } = await start();
    const one = [user('hi'), assistant('hello 1')];
    const other = [user('hi'), assistant('hello 2')];
    expect(await turn('A', say(user('hi')))).toBeUndefined();
    // Nothing tells them apart here: both come from the one request so far.
    expect(await turn('A', say(...one, user('x')))).toBe('A');
    expect(await turn('B', say(...other, user('y')))).toBe('A');
    expect(await turn('A', say(...one, user('x'), assistant('1'), user('x2')))).toBe('A');
    expect(await turn('B', say(...other, user('y'), assistant('2'), user('y2')))).toBe('B');
    const keys = router.requests.map(({ values }) => values('x-cache-affinity-key')[0]);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^mt:v1:opening:[0-9a-f]{64}$/);
  });

  test('that fork find the cluster of their last common ancestor', async () => {
    const { turn } = await start();
    const trunk = [user('hi'), assistant('a'), user('b')];
    await turn('A', say(user('hi')));
    await turn('B', say(...trunk));
    expect(await turn('C', say(...trunk, assistant('c'), user('left')))).toBe('B');
    expect(await turn('D', say(...trunk, assistant('c'), user('right')))).toBe('B');
    const left = [...trunk, assistant('c'), user('left')];
    expect(await turn('C', say(...left, assistant('d'), user('on')))).toBe('C');
  });

  test('look nothing up before the model has made anything, and are told no id', async () => {
    const { gateway, router } = await start();
    const answer = await send(gateway.url, say(user('hi')));
    expect(answer.header('x-multi-turn-session-id')).toBeUndefined();
    expect(gateway.telemetry.counter('lastClusterLookups', { result: 'skipped' })).toBe(1);
    expect(router.last().values('x-cache-affinity-key')).toHaveLength(1);
  });

  test.each([
    [
      'responses',
      '/v1/responses',
      { input: [user('hi')] },
      {
        input: [
          user('hi'),
          { type: 'reasoning', id: 'rs_1' },
          { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
          { type: 'function_call_output', call_id: 'c', output: '1' },
        ],
      },
    ],
    [
      'messages',
      '/v1/messages',
      { system: 'S', messages: [user('hi')] },
      { system: 'S', messages: [user('hi'), assistant('a'), user('b')] },
    ],
    [
      'chats that call tools',
      '/v1/chat/completions',
      { messages: [user('hi')] },
      {
        messages: [
          user('hi'),
          { role: 'assistant', tool_calls: [{ id: 'c' }] },
          { role: 'tool', tool_call_id: 'c', content: '1' },
        ],
      },
    ],
  ])('stay where they are: %s', async (_, path, first, second) => {
    const { turn } = await start();
    const request = (body: object): RawRequest => ({
      ...chat(),
      path,
      body: JSON.stringify({ model: 'm', ...body }),
    });
    expect(await turn('A', request(first))).toBeUndefined();
    expect(await turn('A', request(second))).toBe('A');
  });
});

describe('the scope of sessions', () => {
  const as = (key: string, request: RawRequest): RawRequest => ({
    ...request,
    headers: ['authorization', `Bearer ${key}`, 'content-type', 'application/json'],
  });

  test.each([
    ['an id', chat({ prompt_cache_key: 's' }), chat({ prompt_cache_key: 's' })],
    ['a conversation', say(user('hi')), say(user('hi'), assistant('a'), user('b'))],
  ])('two callers share %s with "model", and nothing with "caller"', async (_, first, second) => {
    for (const scope of ['model', 'caller'] as const) {
      const { turn, router } = await start(scope);
      await turn('A', as(KEY, first));
      expect(await turn('A', as(OTHER_KEY, second))).toBe(scope === 'model' ? 'A' : undefined);
      expect(await turn('A', as(KEY, second))).toBe('A');
      const keys = router.requests.map(({ values }) => values('x-cache-affinity-key')[0]);
      expect(new Set(keys).size).toBe(scope === 'model' ? 1 : 2);
    }
  });
});
