/** What a picker in a gateway's place reads of bodies, and whose it reads. */
import { describe, expect, test } from 'vitest';
import { directoryOf, KEY, sha256 } from '../gateway/support/start-gateway.js';
import { connectPeer, requestBody, requestHeaders, type PeerCall } from './support/grpc-peer.js';
import { startPicker, type PickerSetup } from './support/start-picker.js';

const CLUSTERS = [
  {
    ...{ cluster_id: 'A', rtt_ms: 5 },
    stats: { max_engine_concurrency: 64, last_mean_input_tps: 1_000, max_input_tps: 1_000 },
    backends: [{ id: 'a1', url: 'http://127.0.0.1:8001' }],
  },
];

const start = async (setup: Partial<PickerSetup> = {}) => {
  const picker = await startPicker({ clusters: CLUSTERS, ...setup });
  return { picker, peer: connectPeer(picker.address) };
};

type Sent = Readonly<{
  path?: string;
  method?: string;
  type?: string;
  body?: string | Buffer;
  headers?: Readonly<Record<string, string>>;
}>;

/** Sends a request whole; resolves with its endpoint, or status and code of the answer. */
const ask = async (call: PeerCall, sent: Sent): Promise<string> => {
  const { path = '/v1/x', method = 'POST', type = 'application/json', body = '', headers } = sent;
  call.send(
    requestHeaders(
      { ':method': method, ':path': path, 'content-type': type, ...headers },
      { endOfStream: body.length === 0 },
    ),
  );
  await call.answered(1);
  if (!call.stream.closed && 'requestHeaders' in call.answers[0]! && !isPicked(call.answers[0])) {
    call.send(requestBody(body));
    await call.answered(2);
  }
  return outcomeOf(call.answers.at(-1)!);
};

const isPicked = (answer: object): boolean => 'dynamicMetadata' in answer;

const outcomeOf = (answer: Readonly<Record<string, unknown>>): string => {
  if (isPicked(answer)) return 'picked';
  const { status, body } = answer['immediateResponse'] as {
    status: { code: number };
    body: string;
  };
  const { error } = JSON.parse(Buffer.from(body, 'base64').toString()) as {
    error: { code: string };
  };
  return `${String(status.code)} ${error.code}`;
};

const M = '{"model":"m","prompt":"x"}';

describe('every API that the gateway knows', () => {
  test.each([
    ['/v1/chat/completions', '{"model":"m","messages":[{"role":"user","content":"hi"}]}'],
    ['/v1/completions', '{"model":"m","prompt":"hi"}'],
    ['/v1/responses', '{"model":"m","input":"hi"}'],
    ['/v1/embeddings', '{"model":"m","input":"hi"}'],
    ['/v1/messages', '{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"hi"}]}'],
    ['/v1/rerank', '{"model":"m","query":"hi"}'],
  ])('is picked for: %s', async (path, body) => {
    const { peer } = await start();
    expect(await ask(peer.process(), { path, body })).toBe('picked');
  });
});

const formOf = (...parts: readonly string[]): string =>
  [...parts.map((part) => `--b\r\ncontent-disposition: form-data; ${part}\r\n`), '--b--\r\n'].join(
    '',
  );
const FORM_TYPE = 'multipart/form-data; boundary=b';
const FILE = `name="file"; filename="a.wav"\r\n\r\n${'x'.repeat(300_000)}`;

describe('a form', () => {
  const transcription = '/v1/audio/transcriptions';

  test.each([
    ['before its file', formOf('name="model"\r\n\r\nm', FILE), 'picked'],
    ['after its file', formOf(FILE, 'name="model"\r\n\r\nm'), 'picked'],
    [
      'twice',
      formOf('name="model"\r\n\r\nm', FILE, 'name="model"\r\n\r\no'),
      '400 ambiguous_model',
    ],
    ['that is not there', formOf('name="model"\r\n\r\no', FILE), '404 model_not_found'],
    ['nowhere', formOf(FILE), '400 missing_required_parameter'],
  ])('that names its model %s', async (_, body, outcome) => {
    const { peer } = await start();
    const sent = { path: transcription, type: FORM_TYPE, body };
    expect(await ask(peer.process(), sent)).toBe(outcome);
  });

  test('may have its model in the query', async () => {
    const { peer } = await start();
    const sent = { type: FORM_TYPE, path: `${transcription}?model=m` };
    expect(await ask(peer.process(), { ...sent, body: formOf(FILE) })).toBe('picked');
    const both = { ...sent, body: formOf('name="model"\r\n\r\nm') };
    expect(await ask(peer.process(), both)).toBe('400 ambiguous_model');
  });

  test('that is none is 400', async () => {
    const { peer } = await start();
    const sent = { path: transcription, body: 'model=m' };
    for (const type of [FORM_TYPE, 'multipart/form-data; x=y']) {
      expect(await ask(peer.process(), { ...sent, type })).toMatch(/^400 /);
    }
  });
});

describe('a body of another type than JSON', () => {
  const path = '/v1/foo?model=m';
  const BODIES = [M, ` \r\n\t${M}`, '\u00ef\u00bb\u00bf' + M, ' '.repeat(5_000) + M];

  test.each(['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded'])(
    'is 400 where it begins as JSON: %s',
    async (type) => {
      const { peer } = await start();
      for (const body of BODIES) {
        const sent = { path, type, body: Buffer.from(body, 'latin1') };
        expect(await ask(peer.process(), sent)).toBe('400 invalid_content_type');
      }
    },
  );

  test('is picked for where it does not, or is of sound or pictures', async () => {
    const { peer } = await start();
    expect(await ask(peer.process(), { path, type: 'text/plain', body: 'a {' })).toBe('picked');
    expect(await ask(peer.process(), { path, type: 'audio/wav', body: '{' })).toBe('picked');
  });
});

describe('a body of a stranger', () => {
  const directory = directoryOf({ model: 'm', api_keys_sha256: [sha256(KEY)] });
  const large = { 'content-length': String(10 * 1024 * 1024) };

  test.each([
    ['that is large', large],
    ['of unknown length', {}],
  ])('%s is not asked for', async (_, headers) => {
    const { peer } = await start({ directory });
    const call = peer.process();
    call.send(requestHeaders(headers));
    const { answers } = await call.ended;
    expect(answers).toHaveLength(1);
    expect(outcomeOf(answers[0]!)).toBe('401 invalid_api_key');
  });

  test('is not held where the proxy hands it over at once', async () => {
    const { peer } = await start({ directory });
    const call = peer.process();
    call.send(requestHeaders(large, { mode: 4 }));
    call.send(requestBody('x'.repeat(60_000), false));
    const { answers } = await call.ended;
    expect(outcomeOf(answers[0]!)).toBe('401 invalid_api_key');
  });

  test('is read where it is small, and of others whatever its size', async () => {
    const { peer } = await start({ directory });
    const path = '/v1/completions';
    const small = { path, body: M, headers: { 'content-length': String(M.length) } };
    expect(await ask(peer.process(), small)).toBe('401 invalid_api_key');
    const known = { path, body: M, headers: { authorization: `Bearer ${KEY}`, ...large } };
    expect(await ask(peer.process(), known)).toBe('picked');
  });
});

test('a body that is declared larger than may be is told so before it is sent', async () => {
  const { peer } = await start({ limits: { maxBodyBytes: 1_000, bodyBudgetBytes: 500 } });
  const outcomes: string[] = [];
  for (const length of ['1001', '501']) {
    const call = peer.process();
    call.send(requestHeaders({ 'content-length': length }));
    const { answers } = await call.ended;
    outcomes.push(outcomeOf(answers[0]!));
  }
  expect(outcomes).toEqual(['413 body_too_large', '503 body_budget_exhausted']);
});
