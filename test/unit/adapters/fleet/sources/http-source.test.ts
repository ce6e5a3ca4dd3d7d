import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { FleetDocument } from '../../../../../src/adapters/fleet/document/fleet-document.js';
import {
  createHttpSource,
  type HttpSourceOptions,
} from '../../../../../src/adapters/fleet/sources/http-source.js';
import type { DocumentSource } from '../../../../../src/adapters/fleet/sources/document-source.js';
import { createManualClock } from '../../../../support/manual-clock.js';
import { until } from '../../../../support/until.js';
import { createHeard, listenTo, type Heard } from './listen.js';
import { serve } from './serve.js';

const started: DocumentSource[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((source) => source.close()));
});

const textFor = (model_id: string): string =>
  JSON.stringify({ targets: [{ model_id, clusters: [] }] });

const poll = (
  url: string,
  options: Partial<HttpSourceOptions> = {},
): Promise<Heard<FleetDocument>> => {
  const source = createHttpSource({ url, intervalMs: 20, ...options });
  started.push(source);
  return listenTo(source);
};

const latestOf = ({ values }: Heard<FleetDocument>): string | undefined =>
  values.at(-1)?.targets[0]?.target.modelId;

/** A server whose answer the test changes. */
const serveScripted = async (first: (response: ServerResponse) => void) => {
  let answer = first;
  let requests = 0;
  const url = await serve((_request, response) => {
    requests += 1;
    answer(response);
  });
  return {
    url,
    requests: () => requests,
    answers: (next: typeof first) => void (answer = next),
  };
};

const json = (model: string) => (response: ServerResponse) => void response.end(textFor(model));

test('an endpoint is polled, and the same answer delivers the same document', async () => {
  const server = await serveScripted(json('a'));
  const heard = await poll(server.url);
  expect(latestOf(heard)).toBe('a');
  await until('it was polled often', () => heard.values.length > 5);
  expect(new Set(heard.values).size).toBe(1);
  server.answers(json('b'));
  await until('the change is seen', () => latestOf(heard) === 'b');
  expect(heard.refused).toEqual([]);
});

describe('an answer that is of no use is refused, told once, and the polling goes on:', () => {
  const endless = (response: ServerResponse): void => {
    const chunk = Buffer.alloc(65_536, ' ');
    const write = (): void => {
      // 100 MB, unless the reader gives up.
      for (let sent = 0; sent < 1600 && !response.destroyed; sent++) {
        if (!response.write(chunk)) {
          response.once('drain', write);
          return;
        }
      }
    };
    write();
  };

  test.each<[string, (response: ServerResponse) => void, RegExp]>([
    [
      'HTML',
      (response) => response.end('<html>502</html>'),
      /^line 1, column 1: expected a value, given "<"$/,
    ],
    [
      'a status',
      (response) => response.writeHead(502).end(textFor('x')),
      /expected status 200, given 502$/,
    ],
    [
      'a redirect',
      (response) => response.writeHead(302, { location: '/other' }).end(),
      /expected status 200, given 302$/,
    ],
    [
      'nothing at all',
      (response) => response.end(),
      /^line 1, column 1: expected a value, given the end$/,
    ],
    ['100 MB', endless, /expected at most 100000 bytes, given "more"$/],
    [
      'bytes that are not UTF-8',
      (response) => response.end(Buffer.from(textFor('a\xffb'), 'latin1')),
      /expected UTF-8 text, given other bytes$/,
    ],
    [
      'a cut connection',
      (response) => response.destroy(),
      /expected an answer, given "other side closed"$/,
    ],
    [
      'bytes that are no HTTP',
      (response) => response.socket!.end('\0\x01\x02\n'),
      /expected an answer, given "Parse Error: Expected HTTP/,
    ],
    [
      'half an answer',
      (response) => {
        response.writeHead(200, { 'content-length': 1000 });
        response.write('{"targets"', () => response.destroy());
      },
      /expected an answer, given "other side closed"$/,
    ],
    [
      'headers and then silence',
      (response) => void response.write('{'),
      /expected an answer within 300 ms, given "none in time"$/,
    ],
    ['silence', () => undefined, /expected an answer within 300 ms, given "none in time"$/],
    [
      'a document with faults',
      (response) => response.end('{"targets":[7]}'),
      /^line 1, column 13: targets\[0\]: /,
    ],
  ])('%s', async (_name, answer, message) => {
    const server = await serveScripted(json('a'));
    const heard = await poll(server.url, { timeoutMs: 300, maxBytes: 100_000 });
    server.answers(answer);
    const before = server.requests();
    await until('it was polled twice', () => server.requests() >= before + 3);
    expect(heard.refused).toEqual([expect.stringMatching(message)]);
    server.answers(json('b'));
    await until('it recovers', () => latestOf(heard) === 'b');
  });
});

test('an endpoint where nobody listens is refused, and the start still resolves', async () => {
  const heard = await poll('http://127.0.0.1:9/fleet?token=secret');
  expect(heard.refused).toEqual([
    expect.stringMatching(/^GET http:\/\/127.0.0.1:9\/fleet: expected an answer/),
  ]);
});

test('polls never overlap, and a stall ends at the timeout', async () => {
  const clock = createManualClock();
  let open = 0;
  let most = 0;
  let requests = 0;
  const url = await serve((request) => {
    requests += 1;
    open += 1;
    most = Math.max(most, open);
    request.socket.on('close', () => (open -= 1));
  });
  const source = createHttpSource({ url, clock, intervalMs: 1000, timeoutMs: 3500 });
  started.push(source);
  const { heard, listener } = createHeard<FleetDocument>();
  const isStarted = source.start(listener);
  await clock.advance(0);
  await until('the request is there', () => requests === 1);
  await clock.advance(3400);
  expect(requests).toBe(1);
  await clock.advance(100);
  await isStarted;
  expect(heard.refused).toHaveLength(1);
  // The polls that would have been due are left out; the next is at its usual time.
  await clock.advance(499);
  expect(requests).toBe(1);
  await clock.advance(1);
  await until('the next request is there', () => requests === 2);
  expect(most).toBe(1);
  expect(clock.pendingCount()).toBe(1);
});

test('headers are sent along', async () => {
  let authorization: string | undefined;
  const url = await serve((request, response) => {
    ({ authorization } = request.headers);
    response.end(textFor('a'));
  });
  await poll(url, { headers: { authorization: 'Bearer x' } });
  expect(authorization).toBe('Bearer x');
});

test('nothing is delivered after the end, and the request under way is given up', async () => {
  let isAsked = false;
  let isCut = false;
  const url = await serve((_request, response) => {
    isAsked = true;
    response.on('close', () => (isCut = true));
  });
  const source = createHttpSource({ url });
  const { heard, listener } = createHeard<FleetDocument>();
  const isStarted = source.start(listener);
  await until('the request is there', () => isAsked);
  await source.close();
  await isStarted;
  await until('the connection is cut', () => isCut);
  expect(heard).toEqual({ values: [], refused: [] });
});
