import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';

import * as E from 'fp-ts/lib/Either.js';
import { Client } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { HeaderFault, TrustedHeaders } from '../../../../src/adapters/http/index.js';
import {
  errorAnswer,
  headersForEngine,
  parseRoutingHeaders,
} from '../../../../src/adapters/http/index.js';

let server: Server;
let seen: IncomingMessage[];

const port = (): number => (server.address() as AddressInfo).port;

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    seen.push(request);
    const parsed = parseRoutingHeaders(request.rawHeaders);
    if (E.isRight(parsed)) return void response.end('ok');
    const answer = errorAnswer(400, parsed.left.code, parsed.left.message);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Sends these bytes as header lines and parses what node makes of them. */
const sendBytes = async (
  ...lines: readonly (string | Buffer)[]
): Promise<E.Either<HeaderFault, TrustedHeaders>> => {
  const socket = connect(port(), '127.0.0.1');
  const start = 'GET / HTTP/1.1\r\nhost: h\r\nconnection: close\r\n';
  const parts = [start, ...lines.flatMap((line) => [line, '\r\n']), '\r\n'];
  socket.end(Buffer.concat(parts.map((part) => Buffer.from(part as string, 'utf8'))));
  socket.resume();
  await once(socket, 'close');
  return parseRoutingHeaders(seen.at(-1)!.rawHeaders);
};

const REQUIRED = ['x-request-id: r', 'x-input-tokens: 1', 'x-model: m'];

test('UTF-8 bytes in the hint arrive as the cluster id', async () => {
  const parsed = await sendBytes(...REQUIRED, 'x-stargate-last-cluster-id:  K\u00f6ln ');
  expect(parsed).toMatchObject(E.right({ lastClusterId: 'K\u00f6ln' }));
});

test('bytes that are not UTF-8 make the hint absent and the method malformed', async () => {
  const bytes = Buffer.from([0x41, 0xff]);
  const hint = Buffer.concat([Buffer.from('x-stargate-last-cluster-id: '), bytes]);
  expect(await sendBytes(...REQUIRED, hint)).toMatchObject(E.right({ lastClusterId: undefined }));
  const method = Buffer.concat([Buffer.from('x-routing-method: '), bytes]);
  expect(await sendBytes(...REQUIRED, method)).toMatchObject(
    E.left({ code: 'malformed_expression' }),
  );
});

test('the first of duplicate lines wins', async () => {
  const parsed = await sendBytes('x-model: first', ...REQUIRED, 'X-Priority: 1', 'x-priority: x');
  expect(parsed).toMatchObject(E.right({ model: 'first', priority: 1 }));
});

test('a fault becomes a JSON answer with its code in a header', async () => {
  const response = await fetch(`http://127.0.0.1:${String(port())}/`);
  expect(response.status).toBe(400);
  expect(response.headers.get('x-stargate-error-code')).toBe('missing_header');
  expect(await response.json()).toEqual({
    error: 'x-request-id: expected visible ASCII text, given no such header',
    code: 'missing_header',
  });
});

test('headers for an engine cross an HTTP client with duplicates, bytes and its own host', async () => {
  const caller = [
    ...['Host', 'public.example', 'Connection', 'keep-alive', 'Transfer-Encoding', 'chunked'],
    ...['Expect', '100-continue', 'X-Tag', '1', 'x-other', '\u00c3\u00b6', 'x-tag', '2'],
  ];
  const client = new Client(`http://127.0.0.1:${String(port())}`);
  const headers = headersForEngine(caller, { expectedQueueMs: 12 });
  const response = await client.request({ path: '/', method: 'GET', headers });
  await response.body.dump();
  await client.close();
  const received = seen[0]!;
  expect(received.headers.host).toBe(`127.0.0.1:${String(port())}`);
  expect(received.headersDistinct).toMatchObject({
    'x-tag': ['1', '2'],
    'x-other': ['\u00c3\u00b6'],
    'x-stargate-expected-queue-ms': ['12'],
  });
});
