import { describe, expect, test } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import { storeError, type LastClusterStore } from '../../../src/adapters/stores/port.js';
import type { InMemoryTelemetry } from '../../../src/adapters/telemetry/in-memory.js';
import { METRIC_NAMES, METRICS, type MetricName } from '../../../src/adapters/telemetry/metrics.js';
import { chat, embeddings, EVERY_PATH, responses, withHeaders } from './support/calls.js';
import {
  answerFrom,
  refuseWith,
  startFakeRouter,
  type RouterScript,
} from './support/fake-router.js';
import { send, type RawRequest } from './support/raw-request.js';
import { KEY, sha256, startGateway } from './support/start-gateway.js';

const SESSION = 'session-of-somebody';
const PROMPT = 'a prompt nobody else may read';
const WRONG_KEY = 'sk-a-wrong-key';

/** What must not be told: the texts themselves, and what they are hashed to. */
const SECRETS = [
  ...[SESSION, PROMPT, KEY, WRONG_KEY],
  ...[SESSION, PROMPT, KEY, WRONG_KEY].map(sha256),
  ...['mt:v1:', 'lc:v1:'],
];

const message = { messages: [{ role: 'user', content: PROMPT }] };

/** Requests that go well and badly, each with secrets in every place. */
const REQUESTS: readonly RawRequest[] = [
  ...Object.values(EVERY_PATH).map((request) =>
    withHeaders(request, 'x-multi-turn-session-id', SESSION, 'cookie', SESSION),
  ),
  chat({ ...message, prompt_cache_key: SESSION }),
  chat({ ...message }),
  responses({ input: PROMPT, conversation: { id: SESSION } }),
  embeddings({ input: PROMPT }),
  chat({ ...message, prompt_cache_key: `${SESSION}\n` }),
  chat({ ...message, prompt_cache_key: [SESSION] }),
  chat({ ...message, model: PROMPT }),
  { ...chat({ ...message }), body: `{"model":"m","x":"${PROMPT}"` },
  { ...chat(message), headers: ['authorization', `Bearer ${WRONG_KEY}`] },
  withHeaders(chat(message), 'x-priority', SESSION),
  withHeaders(chat(message), 'x-request-id', `${SESSION} with a space`),
  { method: 'GET', path: `/v1/responses/${SESSION}?model=m&x=${SESSION}`, headers: ['x', SESSION] },
  {
    method: 'GET',
    path: `/v1/conversations/${SESSION}`,
    headers: ['authorization', `Bearer ${KEY}`],
  },
  {
    method: 'GET',
    path: `/v1/models/${SESSION}`,
    headers: ['authorization', `Bearer ${WRONG_KEY}`],
  },
];

/** Everything that was told, as one text. */
const everythingOf = (telemetry: InMemoryTelemetry): string => {
  const isHistogram = (metric: MetricName) => METRICS[metric].type === 'histogram';
  const series = METRIC_NAMES.filter((metric) => !isHistogram(metric)).map((metric) =>
    telemetry.series(metric as Parameters<InMemoryTelemetry['series']>[0]),
  );
  const spans = telemetry
    .recordedSpans()
    .map((span) => ({ ...span, attributes: [...span.attributes] }));
  return JSON.stringify([telemetry.lines(), series, spans]);
};

const failing: LastClusterStore = {
  get: () => () => Promise.resolve(E.left(storeError('unavailable', 'down'))),
  set: () => () => Promise.reject(new Error('down')),
  close: () => Promise.resolve(),
};

const closeConnection: RouterScript = (response) => response.destroy();

describe('log, metrics and spans', () => {
  test.each([
    ['answers', answerFrom('A')],
    ['refuses', refuseWith(503, 'no_capacity')],
    ['breaks off', closeConnection],
  ])('hold no key, session, affinity key or prompt, when the router %s', async (_, script) => {
    const router = await startFakeRouter(script);
    const gateway = await startGateway(router.url, { store: failing });
    for (const request of REQUESTS) await send(gateway.url, request);
    await gateway.drain();
    const told = everythingOf(gateway.telemetry);
    for (const secret of SECRETS) expect(told).not.toContain(secret);
    expect(gateway.telemetry.recordedSpans().length).toBeGreaterThan(REQUESTS.length);
    expect(gateway.telemetry.lines('last_cluster_store_error').length).toBeGreaterThan(0);
  });

  test('name the request, its model and its routing key', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { store: failing });
    await send(gateway.url, withHeaders(chat({ prompt_cache_key: 's' }), 'x-request-id', 'r-1'));
    const [line] = gateway.telemetry.lines('last_cluster_store_error');
    expect(line!.fields).toMatchObject({ request_id: 'r-1', model: 'm', routing_key: 'rk' });
    const [span] = gateway.telemetry.recordedSpans();
    expect(Object.fromEntries(span!.attributes)).toEqual({
      'gateway.route': 'chat',
      'request.id': 'r-1',
      'routing.model': 'm',
      'routing.key': 'rk',
      'http.response.status_code': 200,
    });
    expect(span!.hasEnded).toBe(true);
  });
});
