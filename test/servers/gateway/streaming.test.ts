import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { LastClusterStore } from '../../../src/adapters/stores/port.js';
import { until } from '../../support/until.js';
import { AUTHORIZED, chat, streamedPassThrough } from './support/calls.js';
import { refuseWith, startFakeRouter } from './support/fake-router.js';
import { open, send } from './support/raw-request.js';
import { startGateway, startRemembering } from './support/start-gateway.js';

/** A router whose responses the test writes itself. */
const startManualRouter = async () => {
  const responses: ServerResponse[] = [];
  const router = await startFakeRouter((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-stargate-cluster-id': 'A' });
    response.flushHeaders();
    responses.push(response);
  });
  return { ...router, responses };
};

/** Collects what comes, and how it ends. */
const collect = (response: IncomingMessage) => {
  const got = { text: '', end: 'open' };
  response.on('data', (chunk: Buffer) => (got.text += chunk.toString()));
  response.on('end', () => (got.end = 'complete'));
  response.on('error', () => (got.end = 'broken'));
  return got;
};

describe('a streamed response', () => {
  test('reaches the client piece by piece, headers first', async () => {
    const { url, responses } = await startManualRouter();
    const gateway = await startGateway(url);
    const response = await open(gateway.url, chat({ stream: true }));
    expect(response.headers['content-type']).toBe('text/event-stream');
    const got = collect(response);
    for (const piece of ['data: 1\n\n', 'data: 2\n\n']) {
      responses[0]!.write(piece);
      await until('the piece is there', () => got.text.endsWith(piece));
    }
    responses[0]!.end('data: [DONE]\n\n');
    await until('the end', () => got.end === 'complete');
    expect(got.text).toBe('data: 1\n\ndata: 2\n\ndata: [DONE]\n\n');
  });

  test('that breaks off breaks off for the client, and is told', async () => {
    const { url, responses } = await startManualRouter();
    const gateway = await startGateway(url);
    const response = await open(gateway.url, chat({ stream: true }));
    const got = collect(response);
    responses[0]!.write('data: 1\n\n');
    await until('the piece is there', () => got.text !== '');
    responses[0]!.destroy();
    await until('the break', () => got.end === 'broken');
    await until('told', () => gateway.telemetry.lines('upstream_error').length === 1);
    expect(gateway.telemetry.lines('upstream_error')[0]?.fields['kind']).toBe('broken');
    expect(gateway.telemetry.recordedSpans()[0]?.failure).toBeDefined();
    const counted = () => gateway.telemetry.counter('gatewayRequests');
    await until('it is over', () => counted() !== undefined);
    expect(gateway.telemetry.counter('gatewayRequests', { model: 'm', status: '502' })).toBe(1);
  });

  test('with a length is not cut short in silence', async () => {
    const router = await startFakeRouter((response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('12345', () => response.destroy());
    });
    const gateway = await startGateway(router.url);
    await expect(send(gateway.url, chat())).rejects.toThrow();
  });

  test('waits for a slow reader, and cuts one off that does not read at all', async () => {
    let sentBytes = 0;
    let isCut = false;
    const router = await startFakeRouter((response) => {
      response.on('close', () => (isCut = true));
      const push = () => {
        while (!isCut && sentBytes < 1e9) {
          sentBytes += 100_000;
          if (!response.write(Buffer.alloc(100_000))) break;
        }
      };
      response.on('drain', push);
      push();
    });
    const gateway = await startGateway(router.url, { clientIdleMs: 200 });
    const { hostname, port } = new URL(gateway.url);
    const client = connect(Number(port), hostname);
    client.on('error', () => undefined).pause();
    const { path, headers, body } = chat();
    const lines = headers!.map((text, index) => text + (index % 2 === 0 ? ': ' : '\r\n')).join('');
    const length = String(body!.length);
    client.write(`POST ${path!} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n`);
    client.write(`${lines}\r\n${body!.toString()}`);
    await until('the router is cut off', () => isCut);
    expect(sentBytes).toBeLessThan(5e7);
    client.destroy();
  });
});

describe('a client that goes away', () => {
  test('while the response streams ends the request at the router, and leaks nothing', async () => {
    const { url, responses, requests } = await startManualRouter();
    const gateway = await startGateway(url);
    const response = await open(gateway.url, chat({ stream: true }));
    collect(response);
    responses[0]!.write('data: 1\n\n');
    response.destroy();
    await until('the router sees it', () => requests[0]!.isAborted());
    await until('nothing is left', () => gateway.openCount() === 0);
    expect(gateway.telemetry.lines('upstream_error')).toEqual([]);
    const [span] = gateway.telemetry.recordedSpans();
    await until('the span ends', () => gateway.telemetry.recordedSpans()[0]!.hasEnded);
    expect(span?.failure).toBeUndefined();
  });

  test('before the response begins ends the request at the router', async () => {
    const router = await startFakeRouter(() => undefined);
    const gateway = await startGateway(router.url);
    const { hostname, port } = new URL(gateway.url);
    const call = chat();
    const sent = httpRequest({
      hostname,
      port,
      path: call.path,
      method: 'POST',
      headers: [...call.headers!, 'host', 'x'],
    });
    sent.on('error', () => undefined);
    sent.end(call.body);
    await until('it is on its way', () => router.requests.length === 1);
    sent.destroy();
    await until('the router sees it', () => router.last().isAborted());
    await until('nothing is left', () => gateway.openCount() === 0);
    expect(gateway.telemetry.lines()).toEqual([]);
  });

  test('during the lookup never gets its request to the router', async () => {
    const router = await startFakeRouter();
    let answerLookup: () => void = () => undefined;
    let isAsked = false;
    const slow: LastClusterStore = {
      get: () => () =>
        new Promise((resolve) => {
          isAsked = true;
          answerLookup = () => {
            resolve(E.left({ code: 'unavailable', message: 'late' }));
          };
        }),
      set: () => () => Promise.resolve(E.right(undefined)),
      close: () => Promise.resolve(),
    };
    const gateway = await startRemembering(router.url, { store: slow, lookupTimeoutMs: 20_000 });
    const call = chat({ prompt_cache_key: 's' });
    const { hostname, port } = new URL(gateway.url);
    const sent = httpRequest({
      hostname,
      port,
      path: call.path,
      method: 'POST',
      headers: [...call.headers!, 'host', 'x'],
    });
    sent.on('error', () => undefined);
    sent.end(call.body);
    await until('the store is asked', () => isAsked);
    sent.destroy();
    await until('it is noticed', () => gateway.openCount() === 0);
    answerLookup();
    await until('the span ends', () => gateway.telemetry.recordedSpans()[0]!.hasEnded);
    expect(router.requests).toEqual([]);
  });

  test('while it uploads ends the upload at the router', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url);
    const { hostname, port } = new URL(gateway.url);
    const headers = {
      authorization: AUTHORIZED[1],
      'content-type': 'audio/wav',
      'content-length': 1_000,
    };
    const path = streamedPassThrough.path;
    const upload = httpRequest({ hostname, port, path, method: 'POST', headers });
    upload.on('error', () => undefined);
    upload.write('first');
    await until('it is on its way', () => router.requests[0]?.body().toString() === 'first');
    upload.destroy();
    await until('the router sees it', () => router.last().isAborted());
    await until('nothing is left', () => gateway.openCount() === 0);
    expect(router.last().isComplete()).toBe(false);
  });

  test('a hundred times in a row leaves nothing behind', async () => {
    const { url, requests, openSocketCount } = await startManualRouter();
    const gateway = await startGateway(url);
    for (let i = 0; i < 100; i += 1) {
      const response = await open(gateway.url, chat({ stream: true }));
      response.on('error', () => undefined).destroy();
      await once(response, 'close');
    }
    await until('nothing is left', () => gateway.openCount() === 0 && openSocketCount() === 0);
    expect(requests).toHaveLength(100);
    expect(gateway.telemetry.recordedSpans().every(({ hasEnded }) => hasEnded)).toBe(true);
  });
});

describe('an upload', () => {
  const openUpload = (url: string) => {
    const { hostname, port } = new URL(url);
    const upload = httpRequest({
      ...{ hostname, port, path: '/v1/audio?model=m', method: 'POST' },
      headers: {
        authorization: AUTHORIZED[1],
        'content-type': 'audio/wav',
        'transfer-encoding': 'chunked',
      },
    });
    upload.on('error', () => undefined);
    upload.write('first');
    return upload;
  };

  test('gets the answer of a router that does not wait for its end', async () => {
    const router = await startFakeRouter(refuseWith(413, 'body_too_large'));
    router.answerEarly();
    const gateway = await startGateway(router.url);
    const upload = openUpload(gateway.url);
    const [response] = (await once(upload, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(413);
    const got = collect(response);
    upload.end('second');
    await until('the answer is whole', () => got.end === 'complete');
    expect(JSON.parse(got.text)).toMatchObject({ error: { code: 'body_too_large' } });
  });

  test('that stops in the middle is cut off', async () => {
    const router = await startFakeRouter();
    const gateway = await startGateway(router.url, { clientIdleMs: 50 });
    const upload = openUpload(gateway.url);
    await until('it is closed', () => upload.destroyed);
    await until('nothing is left', () => gateway.openCount() === 0);
    expect(router.requests.filter(({ isComplete }) => isComplete())).toEqual([]);
  });
});
