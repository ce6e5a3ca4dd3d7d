/** Forms, such as uploads of audio, name their model in a field. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/until.js';
import { AUTHORIZED } from './support/calls.js';
import { startFakeRouter } from './support/fake-router.js';
import { send, type RawRequest } from './support/raw-request.js';
import { startGateway } from './support/start-gateway.js';

const BOUNDARY = 'the-boundary';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

const field = (name: string, value: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const file = (name: string, content: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="a.wav"\r\n` +
  `content-type: audio/wav\r\n\r\n${content}\r\n`;

const NAMED_X = ['content-disposition: form-data; name="x"'];

const END = `--${BOUNDARY}--\r\n`;
const PATH = '/v1/audio/transcriptions';

const form = (parts: string, path = PATH): RawRequest => ({
  ...{ path, body: Buffer.from(parts, 'latin1') },
  headers: [...AUTHORIZED, 'content-type', TYPE],
});

describe('a form', () => {
  test.each([
    ['first', field('model', 'm') + file('file', 'sound'.repeat(50_000)) + END],
    ['last', file('file', 'sound\r\n--x'.repeat(50_000)) + field('model', 'm') + END],
    ['between', field('language', 'en') + field('model', 'm') + file('file', 'x') + END],
  ])('is routed by the model it names %s, and passes byte for byte', async (_, parts) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const request = form(parts);
    const session = ['x-multi-turn-session-id', 's'];
    const answer = await send(gateway.url, {
      ...request,
      headers: [...request.headers!, ...session],
    });
    expect(answer.status).toBe(200);
    const { values, body } = router.last();
    expect(values('x-model')).toEqual(['m']);
    expect(values('content-type')).toEqual([TYPE]);
    expect(values('content-length')).toEqual([String(request.body!.length)]);
    expect(values('x-cache-affinity-key')).toHaveLength(1);
    expect(body().equals(request.body as Buffer)).toBe(true);
  });

  test('goes out while it comes in, once its model is known', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const { hostname, port } = new URL(gateway.url);
    const headers = { authorization: AUTHORIZED[1], 'content-type': TYPE };
    const upload = httpRequest({ hostname, port, path: PATH, method: 'POST', headers });
    const first = field('model', 'm') + file('file', 'one');
    upload.write(first);
    await until('the first part is there', () => router.requests[0]?.body().toString() === first);
    upload.end(END);
    const [response] = (await once(upload, 'response')) as [NodeJS.ReadableStream];
    response.resume();
    expect(router.last().body().toString()).toBe(first + END);
  });

  test('may be routed by the query instead', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const request = form(file('file', 'sound') + END, `${PATH}?model=rk/m`);
    expect((await send(gateway.url, request)).status).toBe(200);
    expect(router.last().target).toBe(`${PATH}?model=m`);
  });

  test('without a model is told that it may name one', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const answer = await send(gateway.url, form(file('file', 'x') + END));
    expect(answer.json()['error']).toMatchObject({
      message: 'model: expected a model in a JSON body, a form or the query.',
    });
  });

  test.each([
    ['names no model', file('file', 'x') + END, 'missing_required_parameter'],
    ['names an empty one', field('model', '') + END, 'invalid_form'],
    ['names one too long', field('model', 'm'.repeat(5_000)) + END, 'invalid_form'],
    ['names it in other case', field('Model', 'm') + END, 'ambiguous_model'],
    ['has a file of this name', file('model', 'm') + END, 'ambiguous_model'],
    ['names a routing key, too', field('model', 'rk/m') + END, 'invalid_model'],
    ['is not over', field('language', 'en'), 'invalid_form'],
  ])('is 400 when it %s', async (_, parts, code) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const answer = await send(gateway.url, form(parts));
    expect([answer.status, answer.json()['error']]).toMatchObject([400, { code }]);
    expect(router.requests).toEqual([]);
  });

  test.each([
    [
      'two fields',
      field('model', 'm') + file('file', 'x'.repeat(300_000)) + field('model', 'x'),
      '',
    ],
    ['another case later', field('model', 'm') + file('file', 'x') + field('MODEL', 'x'), ''],
    ['field and query', file('file', 'x'.repeat(300_000)) + field('model', 'm'), '?model=m'],
  ])('that names two models never reaches its end: %s', async (_, parts, query) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const answer = await send(gateway.url, form(parts + END, PATH + query));
    expect([answer.status, answer.json()['error']]).toMatchObject([
      400,
      { code: 'ambiguous_model' },
    ]);
    expect(router.requests.filter(({ isComplete }) => isComplete())).toEqual([]);
  });

  test.each([
    ['is no form-data', ['content-disposition: attachment; name="model"']],
    ['has two dispositions', [...NAMED_X, 'content-disposition: form-data; name="model"']],
    ['has two names', ['content-disposition: form-data; name="model"; name="x"']],
    ['has a name in pieces', ['content-disposition: form-data; name*0="mo"; name*1="del"']],
    ['has no disposition', ['content-type: text/plain']],
  ])('with a part that readers take differently never reaches its end: it %s', async (_, head) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const odd = `--${BOUNDARY}\r\n${head.join('\r\n')}\r\n\r\nx\r\n`;
    for (const between of ['', file('file', 'x'.repeat(300_000))]) {
      const answer = await send(gateway.url, form(field('model', 'm') + between + odd + END));
      expect(answer.json()['error']).toMatchObject({ code: 'invalid_form' });
    }
    expect(router.requests.filter(({ isComplete }) => isComplete())).toEqual([]);
  });

  test('with two boundaries is 400', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const headers = [...AUTHORIZED, 'content-type', `${TYPE}; boundary=other`];
    const answer = await send(gateway.url, { ...form(field('model', 'm') + END), headers });
    expect([answer.status, answer.json()['error']]).toMatchObject([400, { code: 'invalid_form' }]);
    expect(router.requests).toEqual([]);
  });

  test('takes part in the budget for bodies as far as it is held', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { bodyBudgetBytes: 100_000 });
    const late = form(file('file', 'x'.repeat(200_000)) + field('model', 'm') + END);
    expect((await send(gateway.url, late)).json()['error']).toMatchObject({
      code: 'body_budget_exhausted',
    });
    const limited = await startGateway(router.url, { maxBodyBytes: 10_000 });
    expect((await send(limited.url, late)).status).toBe(413);
  });
});
