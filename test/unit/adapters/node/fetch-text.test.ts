import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import * as https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import * as E from 'fp-ts/lib/Either.js';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { fetchText } from '../../../../src/adapters/node/fetch-text.js';
import { systemClock } from '../../../../src/adapters/time/clock.js';
import { until } from '../../../support/until.js';

/** Where a server listens; it ends with the test. */
const listen = async (server: Server, port = 0): Promise<number> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

const serve = async (answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${String(await listen(createServer(answer)))}/`;

const get = (url: string) => {
  const { signal } = new AbortController();
  return fetchText(url, { clock: systemClock, timeoutMs: 20_000, maxBytes: 1000, signal });
};

const textOf = async (url: string): Promise<string | undefined> =>
  E.toUnion(
    E.bimap(
      () => undefined,
      ({ text }: { text: string }) => text,
    )(await get(url)),
  );

const messageOf = async (url: string): Promise<string | undefined> =>
  E.toUnion(
    E.bimap(
      ({ message }: { message: string }) => message,
      () => undefined,
    )(await get(url)),
  );

/** Ports that a web page may not call, of https://fetch.spec.whatwg.org/#port-blocking. */
const WEB_BLOCKED_PORTS = [6000, 10_080, 6666, 5060, 4190, 6566];

test('a port that web pages may not call is as good as any other', async () => {
  const server = createServer((_request, response) => void response.end('here'));
  for (const port of WEB_BLOCKED_PORTS) {
    try {
      await listen(server, port);
    } catch {
      continue; // somebody else has it
    }
    expect(await textOf(`http://127.0.0.1:${String(port)}/`)).toBe('here');
    return;
  }
  throw new Error('every such port of this machine is taken');
});

test.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('a text that comes as %s is read', async (coding, compress) => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': coding }).end(compress('text'));
  });
  expect(await textOf(url)).toBe('text');
});

test.each(['constructor', '__proto__', 'zstd'])(
  'a coding that there is not, %s, changes nothing',
  async (coding) => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end('text');
    });
    expect(await textOf(url)).toBe('text');
  },
);

test('bytes that are not compressed as they say are no answer', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('text');
  });
  expect(await messageOf(url)).toBe(
    `GET ${url}: expected an answer, given "incorrect header check"`,
  );
});

test('a compressed text counts by its length after that', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1001)));
  });
  expect(await messageOf(url)).toBe(`GET ${url}: expected at most 1000 bytes, given "more"`);
});

test('a compressed answer of another status that never ends is given up', async () => {
  let isClosed = false;
  const url = await serve((_request, response) => {
    response.once('close', () => (isClosed = true));
    response.writeHead(503, { 'content-encoding': 'gzip' }).write(gzipSync('x').subarray(0, 5));
  });
  expect(await messageOf(url)).toBe(`GET ${url}: expected status 200, given 503`);
  await until('the connection is closed', () => isClosed);
});

test('a kept connection that was closed meanwhile is replaced', async () => {
  const requestsOf = new Map<Socket, number>();
  const url = await serve(({ socket }, response) => {
    const requests = (requestsOf.get(socket) ?? 0) + 1;
    requestsOf.set(socket, requests);
    if (requests === 1) response.end('text');
    else socket.destroy();
  });
  for (let i = 0; i < 3; i++) expect(await textOf(url)).toBe('text');
  expect([...requestsOf.values()]).toEqual([2, 2, 1]);
});

test('kept connections that were all closed meanwhile are replaced by a new one', async () => {
  const known = new Set<Socket>();
  let arrived = (): void => undefined;
  const both = new Promise<void>((resolve) => (arrived = resolve));
  const url = await serve(async ({ socket }, response) => {
    if (known.has(socket)) {
      socket.destroy();
      return;
    }
    known.add(socket);
    if (known.size === 2) arrived();
    await both;
    response.end('text');
  });
  expect(await Promise.all([textOf(url), textOf(url)])).toEqual(['text', 'text']);
  expect(await textOf(url)).toBe('text');
});

test('a certificate of an unknown authority is told in words, with what helps', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  const server = https.createServer({ key, cert }, (_request, response) => void response.end());
  const url = `https://127.0.0.1:${String(await listen(server))}/`;
  expect(await messageOf(url)).toBe(
    `GET ${url}: expected an answer, given "a certificate of an unknown authority" ` +
      '(NODE_EXTRA_CA_CERTS: the file of its authority, PEM)',
  );
});

test('a scheme in capitals is the same one', async () => {
  const url = (await serve((_request, response) => void response.end())).replace('http', 'HTTPS');
  expect(await messageOf(url)).toContain('given "no TLS"');
});

test('a server that speaks no TLS is told in words, with what helps', async () => {
  const url = (await serve((_request, response) => void response.end())).replace('http', 'https');
  expect(await messageOf(url)).toBe(
    `GET ${url}: expected an answer, given "no TLS" (http:// rather than https://)`,
  );
});
