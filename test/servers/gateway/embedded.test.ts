import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createGateway } from '../../../src/adapters/gateway/index.js';
import { directoryOf } from './support/start-gateway.js';

/** A gateway whose router nobody may reach. */
const gateway = createGateway({
  directory: directoryOf({ model: 'm' }),
  router: { send: () => Promise.reject(new Error('sent')), close: () => Promise.resolve() },
});

const post = async (url: string, path: string, type: string, body: string) => {
  const headers = { 'content-type': type };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body });
  return { status: response.status, answer: (await response.json()) as object };
};

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
};

const READ_BEFORE = {
  status: 500,
  answer: {
    error: {
      message:
        'The body was read before the gateway got the request: let no body parser come before it.',
      type: 'server_error',
      param: null,
      code: 'internal_error',
    },
  },
};

const CHAT = '{"model":"m","messages":[]}';

test.each([
  ['/v1/chat/completions', 'application/json', CHAT],
  ['/v1/other', 'application/json', CHAT],
  ['/v1/other?model=m', 'text/plain', 'words'],
  ['/v1/audio/transcriptions?model=m', 'multipart/form-data; boundary=x', '--x--'],
])('a body that was read before is told as that: %s as %s', async (path, type, body) => {
  const url = await serve((request, response) => {
    void text(request).then(() => {
      gateway.handle(request, response);
    });
  });
  expect(await post(url, path, type, body)).toEqual(READ_BEFORE);
});

test('so is one that a framework has parsed', async () => {
  const app = Fastify();
  app.all('/v1/*', (request, reply) => {
    reply.hijack();
    gateway.handle(request.raw, reply.raw);
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  expect(await post(url, '/v1/chat/completions', 'application/json', CHAT)).toEqual(READ_BEFORE);
});
