/** Sessions that overflow, through a real Envoy: they stay where their cache is. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { findSession } from '../end-to-end/support/session-in-order.js';
import { envoyCommand, NO_ENVOY } from './support/find-envoy.js';
import { FULL, startSite } from './support/start-site.js';

const IDS = ['A', 'B', 'C'] as const;
type Id = (typeof IDS)[number];

const modelWith = (algorithm: string, isAware: boolean) => ({
  ...{ algorithm, last_cluster_affinity: isAware },
  cache_affinity_backend_selection_count: 1,
  cache_affinity_wait_ms: 300,
  cache_affinity_input_tokens_scale: 0.1,
});

/** A turn: the cluster that served it, and whether a part of the prompt was in its cache. */
type Turn = Readonly<{ clusterId: Id; isCached: boolean }>;

type Chat = (body: object) => Promise<Response>;

const serveTurn = async (chat: Chat, sessionId: string): Promise<Turn> => {
  const messages = [
    { role: 'user', content: 'a prompt that is long enough to be cached '.repeat(20) },
  ];
  const answer = await chat({ prompt_cache_key: sessionId, messages });
  expect(answer.status).toBe(200);
  const { usage } = (await answer.json()) as {
    usage: { prompt_tokens_details: { cached_tokens: number } };
  };
  return {
    clusterId: answer.headers.get('x-mock-cluster-id') as Id,
    isCached: usage.prompt_tokens_details.cached_tokens > 0,
  };
};

/** Asks the picker for the affinity order of a session. */
const orderOf = async (admin: string, sessionId: string): Promise<readonly string[]> => {
  const sha256 = createHash('sha256').update(sessionId).digest('hex');
  const answer = await fetch(`http://${admin}/debug/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model_id: 'm',
      request: {
        ...{ request_id: 'question', input_tokens: 1 },
        cache_affinity_key: `mt:v1:session:${sha256}`,
      },
    }),
  });
  return ((await answer.json()) as { decision: { order: readonly string[] } }).decision.order;
};

describe.skipIf(envoyCommand === undefined)(`a real Envoy (${NO_ENVOY} otherwise)`, () => {
  describe.each(['wait-and-widen', 'pulsar-wait-and-widen'])('with %s', (algorithm) => {
    test.each([
      ['stays where it overflowed to, with the flag on', true],
      ['goes back to rank 1 and starts cold there, with the flag off', false],
    ])('a session of which rank 1 was full %s', async (_, isAware) => {
      const config = { models: { m: modelWith(algorithm, isAware) } };
      const { chat, publish, picker } = await startSite(IDS, { config, hasAdmin: true });
      const { admin } = picker.addresses;
      const sessionId = await findSession(async (id) => (await orderOf(admin!, id))[0] === 'A');
      publish({ A: FULL, C: FULL });
      expect(await serveTurn(chat, sessionId)).toEqual({ clusterId: 'B', isCached: false });
      publish();
      const turns: Turn[] = [];
      while (turns.length < 10) turns.push(await serveTurn(chat, sessionId));
      const home = isAware ? 'B' : 'A';
      expect(turns).toEqual(
        turns.map((_turn, at) => ({ clusterId: home, isCached: isAware || at > 0 })),
      );
    });
  });
});
