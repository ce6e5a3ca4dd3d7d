/** The picker behind a real Envoy, with the configurations of deploy/envoy. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/until.js';
import { envoyCommand, NO_ENVOY } from './support/find-envoy.js';
import { endpointOf, FULL, startSite, type SiteSetup } from './support/start-site.js';

const MODES = { BUFFERED: 'envoy.yaml', FULL_DUPLEX_STREAMED: 'envoy-full-duplex.yaml' };

/** Sessions stay home for a while; new ones go where the time to the first token is shortest. */
const SESSIONS = {
  models: {
    m: {
      ...{ algorithm: 'wait-and-widen', last_cluster_affinity: true },
      ...{ cache_affinity_backend_selection_count: 1, cache_affinity_wait_ms: 300 },
      next_bucket_unlock_factor: 0,
    },
  },
};

const clusterOf = (response: Response): string | null => response.headers.get('x-mock-cluster-id');

/** Everything that comes back before the connection ends. */
const textOverSocket = async (port: number, request: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(request);
  let text = '';
  for await (const piece of socket) text += String(piece);
  return text;
};

type ErrorBody = Readonly<{ error: Readonly<{ code: string; message: string }> }>;

describe.skipIf(envoyCommand === undefined)(`a real Envoy (${NO_ENVOY} otherwise)`, () => {
  describe.each(Object.entries(MODES))('in body mode %s', (_mode, file) => {
    const start = (setup: SiteSetup = {}) => startSite(['A', 'B'], { file, ...setup });

    test('serves the official client, unary and streaming, unchanged', async () => {
      const { envoy, picker } = await start();
      const client = new OpenAI({ baseURL: `${envoy.url}/v1`, apiKey: 'none', maxRetries: 0 });
      const messages = [{ role: 'user' as const, content: 'Hello' }];
      const unary = await client.chat.completions.create({ model: 'm', messages });
      const text = unary.choices[0]!.message.content!;
      expect(text).not.toBe('');
      const stream = await client.chat.completions.create({ model: 'm', messages, stream: true });
      let streamed = '';
      for await (const chunk of stream) streamed += chunk.choices[0]?.delta.content ?? '';
      expect(streamed).toBe(text);
      expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['m']);
      const embedding = await client.embeddings.create({ model: 'm', input: 'Hello' });
      expect(embedding.data).toHaveLength(1);
      await until('the stream is over', () => picker.picker.streamCount() === 0);
    });

    test('serves clients of HTTP/1.0', async () => {
      const { envoy } = await start();
      const messages = [{ role: 'user', content: 'Hello' }];
      const body = JSON.stringify({ model: 'm', messages, stream: true });
      const head = [
        ...['POST /v1/chat/completions HTTP/1.0', 'host: x', 'content-type: application/json'],
        `content-length: ${String(body.length)}`,
      ];
      const answer = await textOverSocket(envoy.port, `${head.join('\r\n')}\r\n\r\n${body}`);
      expect(answer).toMatch(/^HTTP\/1\.0 200 /);
      expect(answer).toContain('data: [DONE]');
    });

    test('takes sessions home, also when another cluster is free and home is nearly full', async () => {
      const { chat, publish } = await start({ config: SESSIONS });
      const first = clusterOf(await chat({ prompt_cache_key: 's-1' }))!;
      const other = first === 'A' ? 'B' : 'A';
      for (let turn = 0; turn < 3; turn += 1) {
        const answer = await chat({ prompt_cache_key: 's-1' });
        expect(answer.headers.get('x-multi-turn-session-id')).toBe('s-1');
        expect(clusterOf(answer)).toBe(first);
      }
      publish({ [first]: FULL });
      expect(clusterOf(await chat({ prompt_cache_key: 's-2' }))).toBe(other);
      publish({ [other]: FULL });
      expect(clusterOf(await chat({ prompt_cache_key: 's-1' }))).toBe(first);
    });

    test('waits while the answer is withheld, longer than its own time limit allows', async () => {
      const change = (yaml: string) =>
        yaml.replace(' message_timeout: 1s', ' message_timeout: 0.9s');
      const config = { models: { m: { ...SESSIONS.models.m, cache_affinity_wait_ms: 30_000 } } };
      const limits = { patienceAfterMs: 1 };
      const { chat, publish, picker } = await start({ config, change, limits });
      let home: string | null = null;
      // The very first request of a process may take longer than the limit.
      await until('it is warm', async () => {
        home = clusterOf(await chat({ prompt_cache_key: 's-1' }));
        return home !== null;
      });
      publish({ [home!]: FULL });
      const sentMs = performance.now();
      const answer = chat({ prompt_cache_key: 's-1' });
      await until('it waits', () => picker.router.counts().waiting === 1);
      await until('the limit is over', () => performance.now() - sentMs > 1_300);
      publish();
      expect(clusterOf(await answer)).toBe(home);
    });

    test('strips what clients forge, and gives no cluster away', async () => {
      const { chat, engines } = await start();
      const forged = {
        ...{ 'x-stargate-last-cluster-id': 'B', 'x-routing-method': 'random' },
        ...{ 'x-model': 'other', 'x-input-tokens': '9', 'x-cache-affinity-key': 'mine' },
        ...{ 'x-gateway-destination-endpoint': '127.0.0.1:1', authorization: 'Bearer secret' },
      };
      const answer = await chat({ prompt_cache_key: 's-1' }, { headers: forged });
      expect(answer.status).toBe(200);
      const [request] = [...engines.A.requests, ...engines.B.requests];
      const headers = Object.fromEntries(request!.headers);
      expect(headers['x-stargate-last-cluster-id']).toBe(undefined);
      expect(headers['x-routing-method']).toBe(undefined);
      expect(headers['x-model']).toBe('m');
      expect(headers['x-input-tokens']).not.toBe('9');
      expect(headers['x-cache-affinity-key']).toMatch(/^mt:v1:session:/);
      expect(headers['x-stargate-expected-queue-ms']).toBe('0');
      const names = [...answer.headers.keys()];
      expect(names.filter((name) => /^x-(stargate|inference|gateway)-/.test(name))).toEqual([]);
      expect(answer.headers.get('x-request-id')).toBe(headers['x-request-id']);
    });

    test('takes bodies of 10 MB, byte for byte', async () => {
      const { chat, engines } = await start();
      const messages = [{ role: 'user', content: 'ä'.repeat(5 * 1024 * 1024) }];
      expect((await chat({ messages })).status).toBe(200);
      const [request] = [...engines.A.requests, ...engines.B.requests];
      const sent = JSON.stringify({ model: 'm', messages });
      expect(request!.bodySha256).toBe(createHash('sha256').update(sent).digest('hex'));
    });

    test('is told 413 for bodies that are too large, and 400 for those that are none', async () => {
      const { chat, envoy } = await start({ limits: { maxBodyBytes: 1_000 } });
      const large = await chat({ messages: [{ role: 'user', content: 'x'.repeat(2_000) }] });
      expect(large.status).toBe(413);
      expect(((await large.json()) as ErrorBody).error.code).toBe('body_too_large');
      const broken = await fetch(`${envoy.url}/v1/chat/completions`, { method: 'POST', body: '{' });
      expect(broken.status).toBe(400);
      expect(((await broken.json()) as ErrorBody).error.code).toBe('invalid_json');
    });

    test('tries the next endpoint when the first is dead, and the picker hears who served', async () => {
      const { chat, picker, engines } = await start({
        dead: { Z: '127.0.0.1:1' },
        config: { models: { m: { algorithm: 'power-of-n', sample_count: 64 } } },
        rttMs: { A: 9_000, B: 5_000 },
      });
      const answer = await chat({ prompt_cache_key: 's-1' });
      expect(answer.status).toBe(200);
      expect(clusterOf(answer)).toBe('B');
      expect(engines.A.requests).toHaveLength(0);
      await until('the stream is over', () => picker.picker.streamCount() === 0);
      const stored = picker.telemetry.counter('lastClusterWrites', { result: 'ok' });
      expect(stored).toBe(1);
      expect(picker.router.counts().reservations).toBe(0);
    });

    test('spells paths the plain way for engines', async () => {
      const { envoy, engines } = await start();
      const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] });
      const answer = await fetch(`${envoy.url}/v1/%63hat/completions/`, {
        ...{ method: 'POST', body, headers: { 'content-type': 'application/json' } },
      });
      expect(answer.status).toBe(200);
      const [request] = [...engines.A.requests, ...engines.B.requests];
      expect(request!.path).toBe('/v1/chat/completions');
    });

    test('notices clients that leave, and keeps nothing of them', async () => {
      const slow = { decodeTokensPerSecond: 1, outputTokens: 1_000 };
      const { chat, picker, publish } = await start({ engine: slow });
      const leave = async (isOn: () => boolean): Promise<void> => {
        const client = new AbortController();
        const answer = chat({ stream: true }, { signal: client.signal }).catch(() => undefined);
        await until('it is on its way', isOn);
        client.abort();
        await answer;
        await until('the stream is over', () => picker.picker.streamCount() === 0);
        expect(picker.router.counts()).toMatchObject({ routing: 0, waiting: 0, reservations: 0 });
      };
      await leave(() => picker.router.counts().reservations === 1);
      publish({ A: FULL, B: FULL });
      await leave(() => picker.picker.streamCount() === 1);
    });

    test('counts what is running until the response is over', async () => {
      const slow = { decodeTokensPerSecond: 20, outputTokens: 20 };
      const { chat, picker } = await start({ engine: slow });
      const answer = await chat({ stream: true });
      expect(picker.router.counts().reservations).toBe(1);
      expect(picker.picker.streamCount()).toBe(1);
      await answer.text();
      await until('the reservation ends', () => picker.router.counts().reservations === 0);
    });
  });

  test('obeys subset hints', async () => {
    const { chat, engines } = await startSite(['A', 'B'], {
      change: withSubset,
    });
    const toB = { headers: { 'x-subset': endpointOf(engines.B) } };
    for (let turn = 0; turn < 8; turn += 1) expect(clusterOf(await chat({}, toB))).toBe('B');
    const nowhere = await chat({}, { headers: { 'x-subset': '10.9.8.7:1' } });
    expect(nowhere.status).toBe(503);
    expect(((await nowhere.json()) as ErrorBody).error.code).toBe('no_capacity');
  });

  test('answers 503 without a ready endpoint, 429 with retry-after where load is shed', async () => {
    const { chat, publish, picker } = await startSite(['A'], {
      ...{ config: { models: { m: { algorithm: 'power-of-n', max_input_work_seconds: 1 } } } },
      maxWaitMs: 0,
    });
    publish({ A: { queued_input_size: 1e9 } });
    const shed = await chat();
    expect([shed.status, shed.headers.get('retry-after')]).toEqual([429, '1']);
    expect(((await shed.json()) as ErrorBody).error.code).toBe('input_work_limit_exceeded');
    picker.publish([]);
    const none = await chat();
    expect(none.status).toBe(503);
    expect(none.headers.get('retry-after')).toBe('1');
    expect((await chat({ model: 'other' })).status).toBe(404);
  });

  test('does without the body where headers say everything', async () => {
    const trusted = { 'x-request-id': 'r1', 'x-model': 'm', 'x-input-tokens': '5' };
    const byGateway = await startSite(['A'], { trust: 'headers' });
    const large = { messages: [{ role: 'user', content: 'x'.repeat(3_000_000) }] };
    const answer = await byGateway.chat(large, { headers: trusted });
    expect([answer.status, answer.headers.get('x-stargate-cluster-id')]).toEqual([200, 'A']);
    const bySession = await startSite(['A'], {
      ...{ sessionHeaderModel: 'm', limits: { maxBodyBytes: 10 } },
    });
    const session = { 'x-multi-turn-session-id': 's-1' };
    expect((await bySession.chat(large, { headers: session })).status).toBe(200);
    expect((await bySession.chat(large)).status).toBe(413);
  });

  test('counts what is running until the response is over, also without the body', async () => {
    const { chat, picker } = await startSite(['A'], {
      sessionHeaderModel: 'm',
      engine: { decodeTokensPerSecond: 20, outputTokens: 20 },
    });
    const headers = { 'x-multi-turn-session-id': 's-1' };
    const answer = await chat({ stream: true }, { headers });
    expect(picker.router.counts().reservations).toBe(1);
    expect(picker.picker.streamCount()).toBe(1);
    await answer.text();
    await until('the reservation ends', () => picker.router.counts().reservations === 0);
  });

  test('a response body that passes through the picker arrives as it was sent', async () => {
    const { chat, picker } = await startSite(['A'], {
      file: MODES.FULL_DUPLEX_STREAMED,
      engine: { outputTokens: 2_000 },
      change: (yaml) =>
        yaml.replace('response_body_mode: NONE', 'response_body_mode: FULL_DUPLEX_STREAMED'),
    });
    const text = await (await chat({ stream: true })).text();
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(text.split('\n\n').length).toBeGreaterThan(2_000);
    await until('the stream is over', () => picker.picker.streamCount() === 0);
    expect(picker.router.counts().reservations).toBe(0);
  });

  test('by TLS, with a certificate that nobody checks', async () => {
    const tls = await selfSigned();
    const { chat } = await startSite(['A'], { tls });
    expect((await chat()).status).toBe(200);
  });
});

/** Puts a filter before the picker that takes the subset hint from a header of the test. */
const withSubset = (yaml: string): string =>
  yaml.replace(
    /^( *)- name: envoy.filters.http.ext_proc$/m,
    (line, indent: string) => `${indent}- name: subset
${indent}  typed_config:
${indent}    '@type': type.googleapis.com/envoy.extensions.filters.http.header_to_metadata.v3.Config
${indent}    request_rules:
${indent}      - header: x-subset
${indent}        on_header_present:
${indent}          metadata_namespace: envoy.lb.subset_hint
${indent}          key: x-gateway-destination-endpoint-subset
${line}`,
  );

const selfSigned = async () => {
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: 'picker' }], { keyType: 'ec' });
  return { key: made.private, cert: made.cert };
};
