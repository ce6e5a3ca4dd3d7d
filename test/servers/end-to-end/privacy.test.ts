import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisBinary, startRedis } from '../../support/redis-server.js';
import type { ServerProcess } from '../../support/server-process.js';
import { send, type RawRequest } from '../gateway/support/raw-request.js';
import { until } from '../../support/until.js';
import { fleetDocument, ROUTING_KEY } from './support/push-load.js';
import { openSite, type GatewayProcess, type RouterProcess, type Site } from './support/site.js';

const KEY = 'sk-a-key-that-opens-the-model';
const WRONG_KEY = 'sk-a-key-that-opens-nothing';
const SESSION = 'session-of-somebody';
const PROMPT = 'a-prompt-nobody-else-may-read';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What must not be told: the texts themselves, and what they are hashed to. */
const SECRETS = [
  ...[KEY, WRONG_KEY, SESSION, PROMPT],
  ...[KEY, WRONG_KEY, SESSION, PROMPT].map(sha256),
  ...['mt:v1:', 'lc:v1:'],
];

const SPANS = { NODE_OPTIONS: `--import ${import.meta.resolve('./support/register-spans.mjs')}` };

let site: Site;
let redis: ServerProcess | undefined;
let router: RouterProcess;
let gateway: GatewayProcess;

beforeAll(async () => {
  site = await openSite();
  const [A, B] = await Promise.all([site.startEngine('A'), site.startEngine('B')]);
  redis = redisBinary === undefined ? undefined : await startRedis();
  router = await site.startRouter(
    {
      request_algorithms: {
        'wait-and-widen': {
          algorithm: 'wait-and-widen',
          cache_affinity_backend_selection_count: 1,
          last_cluster_affinity: true,
        },
      },
    },
    fleetDocument({ A: A.url, B: B.url }),
    SPANS,
  );
  const entry = { routing_key: ROUTING_KEY, api_keys_sha256: [sha256(KEY)] };
  gateway = await site.startGateway({
    routerUrl: router.url,
    models: [
      { ...entry, model: 'm', routingMethod: 'wait-and-widen;seed=x' },
      { ...entry, model: 'refused', routingMethod: 'pulsar;n=3' },
      { ...entry, model: 'unrouted' },
    ],
    store: redis === undefined ? 'memory' : `redis://127.0.0.1:${String(redis.port)}`,
    environment: SPANS,
  });
});

afterAll(async () => {
  await site.close();
  await redis?.kill();
});

const post = (path: string, body: object, key = KEY, ...headers: string[]): RawRequest => ({
  path,
  headers: ['authorization', `Bearer ${key}`, 'content-type', 'application/json', ...headers],
  body: JSON.stringify({ model: 'm', ...body }),
});

const CHAT = '/v1/chat/completions';
const messages = [{ role: 'user', content: PROMPT }];
const session = ['x-multi-turn-session-id', SESSION] as const;

/** Requests that go well and badly, with secrets wherever there is room for them. */
const REQUESTS: readonly RawRequest[] = [
  post(CHAT, { messages, prompt_cache_key: SESSION }),
  post(CHAT, { messages, prompt_cache_key: SESSION, stream: true }),
  post(CHAT, { messages }),
  post(CHAT, { messages }, KEY, ...session, 'cookie', SESSION),
  post('/v1/responses', { input: PROMPT, conversation: { id: SESSION } }),
  post('/v1/embeddings', { input: PROMPT }, KEY, ...session),
  post('/v1/completions', { prompt: PROMPT, user: SESSION }, KEY, ...session),
  { method: 'GET', path: `/v1/files/${SESSION}?model=m`, headers: post(CHAT, {}).headers! },
  post(CHAT, { messages, model: 'refused', prompt_cache_key: SESSION }),
  post(CHAT, { messages, model: 'unrouted', prompt_cache_key: SESSION }),
  post(CHAT, { messages, model: PROMPT }),
  post(CHAT, { messages, prompt_cache_key: SESSION }, WRONG_KEY),
  post(CHAT, { messages, prompt_cache_key: `${SESSION}\n` }),
  post(CHAT, { messages, prompt_cache_key: [SESSION] }),
  post(CHAT, { messages, max_tokens: -1, prompt_cache_key: SESSION }),
  { ...post(CHAT, {}), body: `{"model":"m","x":"${PROMPT}"` },
  post(CHAT, { messages }, KEY, 'x-request-id', `${SESSION} with a space`),
  post(CHAT, { messages }, KEY, 'x-stargate-last-cluster-id', SESSION),
];

/** Everything that servers tell: their lines, spans among them, and their pages. */
const everythingTold = async (): Promise<string> => {
  const pages = [router.metrics, gateway.metrics].map(async (metrics) =>
    (await fetch(`${metrics}/metrics`)).text(),
  );
  const state = await (await fetch(`${router.admin}/debug/state`)).text();
  return [...router.lines, ...gateway.lines, ...(await Promise.all(pages)), state].join('\n');
};

describe('lines, spans and pages of router and gateway', () => {
  test('hold no key, session, affinity key or prompt', async () => {
    const statuses = new Set<number>();
    for (const request of REQUESTS) statuses.add((await send(gateway.url, request)).status);
    expect(statuses).toEqual(new Set([200, 400, 401, 404]));
    redis?.freeze();
    for (const request of REQUESTS) await send(gateway.url, request);
    await redis?.kill();
    for (const request of REQUESTS) await send(gateway.url, request);
    const isTold = (text: string) => () =>
      [...router.lines, ...gateway.lines].some((line) => line.includes(text));
    await until('sessions are told', isTold('"event":"routing_session"'));
    await until('expressions are told', isTold('"event":"routing_expression_rejected"'));
    await until('writes have spans', isTold('"span":"llm-api-gateway.last_cluster_write"'));
    await until('requests have spans', isTold('"routing.session_state":"returning"'));
    if (redis !== undefined) await until('faults are told', isTold('last_cluster_store_error'));

    const told = await everythingTold();
    for (const secret of SECRETS) expect(told).not.toContain(secret);
    expect(told).toContain('stargate_routing_session_selections_total');
    expect(told).toContain('llm_api_gateway_last_cluster_lookups_total');
  });

  test('are JSON, one object a line, beside the line that says what listens where', () => {
    for (const { line, lines } of [router, gateway]) {
      for (const one of lines) {
        if (one !== line) expect(() => JSON.parse(one) as unknown, one).not.toThrow();
      }
    }
  });
});
