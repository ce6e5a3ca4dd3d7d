/** What the gateway holds of request bodies, and for how long. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../support/until.js';
import { AUTHORIZED, chat, streamedPassThrough } from './support/calls.js';
import { answerFrom, startFakeRouter } from './support/fake-router.js';
import { send } from './support/raw-request.js';
import { directoryOf, MODEL, startGateway } from './support/start-gateway.js';

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

/** What JSON.parse makes of texts with this mark; a mock function would keep it itself. */
const watchParsing = (mark: string): readonly WeakRef<object>[] => {
  const parsed: WeakRef<object>[] = [];
  const parse = JSON.parse;
  JSON.parse = (text: string) => {
    const json: unknown = parse(text);
    if (text.includes(mark)) parsed.push(new WeakRef(json as object));
    return json;
  };
  onTestFinished(() => {
    JSON.parse = parse;
  });
  return parsed;
};

describe('a parsed body', () => {
  test.each(['chat', 'responses'])('is let go before the router has answered: %s', async (kind) => {
    const parsed = watchParsing('mark-of-this-body');
    const router = await startFakeRouter(() => undefined);
    const gateway = await startGateway(router.url);
    const path = kind === 'chat' ? '/v1/chat/completions' : '/v1/responses';
    const answer = send(gateway.url, {
      ...chat({ input: 'mark-of-this-body' }),
      path,
    });
    await until('the router has the request', () => router.requests[0]?.isComplete() === true);
    expect(parsed).toHaveLength(1);
    await until('it is collected', () => {
      collectGarbage();
      return parsed[0]!.deref() === undefined;
    });
    await router.close();
    expect((await answer).status).toBe(502);
  });
});

describe('the budget for bodies', () => {
  const large = chat({ messages: [{ role: 'user', content: 'x'.repeat(2_000) }] });

  test('refuses with 503 who comes beyond it, and recovers', async () => {
    let answerFirst = (): void => undefined;
    const router = await startFakeRouter((response, request) => {
      answerFirst = () => answerFrom('A')(response, request);
    });
    const gateway = await startGateway(router.url, { bodyBudgetBytes: 4_000 });
    const first = send(gateway.url, large);
    await until('the router has the first', () => router.requests.length === 1);
    const refused = await send(gateway.url, large);
    expect(refused.status).toBe(503);
    expect(refused.header('retry-after')).toBe('1');
    expect(refused.json()['error']).toMatchObject({ code: 'body_budget_exhausted' });
    router.script(answerFrom('A'));
    expect((await send(gateway.url, chat())).status).toBe(200);
    expect((await send(gateway.url, streamedPassThrough)).status).toBe(200);
    answerFirst();
    expect((await first).status).toBe(200);
    expect((await send(gateway.url, large)).status).toBe(200);
  });

  test('is given back by those who leave, fail or are refused', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { bodyBudgetBytes: 3_000 });
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 2900\r\n\r\n' +
        'x'.repeat(2_500),
    );
    await until('it is held', async () => (await send(gateway.url, large)).status === 503);
    socket.destroy();
    await until('it is given back', async () => (await send(gateway.url, large)).status === 200);
    for (let i = 0; i < 3; i += 1) {
      const bad = { ...large, body: large.body!.toString().replace('"model"', '"nomodel"') };
      expect((await send(gateway.url, bad)).status).toBe(400);
    }
    await router.close();
    for (let i = 0; i < 3; i += 1) expect((await send(gateway.url, large)).status).toBe(502);
  });

  test('counts bodies that do not say how long they are as they come', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { bodyBudgetBytes: 1_000 });
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\n${AUTHORIZED.join(': ')}\r\n` +
        `transfer-encoding: chunked\r\n\r\n7d0\r\n${'x'.repeat(2_000)}\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1.1 503 /);
  });
});

describe('a caller whose key opens nothing', () => {
  const head = (lines: string): string =>
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\n${lines}\r\n\r\n`;

  test.each([
    ['says how large it is', 'content-length: 10000000'],
    ['does not say', 'transfer-encoding: chunked'],
    ['has a wrong key', 'authorization: Bearer wrong\r\ncontent-length: 10000000'],
  ])('is told so before its large body is read: %s', async (_, lines) => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.write(head(lines));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1.1 401 /);
  });

  test('may send to an open model, whatever its key', async () => {
    const router = await startFakeRouter();
    const directory = directoryOf(MODEL, { model: 'free' });
    const gateway = await startGateway(router.url, { directory });
    const body = JSON.stringify({ model: 'free', messages: ['x'.repeat(100_000)] });
    expect((await send(gateway.url, { body })).status).toBe(200);
  });
});
