import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { openUpstream } from '../../../../src/adapters/servers/upstream/upstream.js';
import { orThrow } from '../../../servers/router/support/given.js';

const selfSigned = async (): Promise<http.Server> => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  return https.createServer({ key, cert });
};

test.each([
  [
    'a certificate of an unknown authority',
    selfSigned,
    'a certificate of an unknown authority (NODE_EXTRA_CA_CERTS: the file of its authority, PEM)',
  ],
  ['an engine without TLS', () => http.createServer(), 'no TLS (http:// rather than https://)'],
])('%s is told in words, and the engine has seen nothing', async (_, create, message) => {
  const server = await create();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const limits = { connectTimeoutMs: 20_000, responseTimeoutMs: 20_000, silenceTimeoutMs: 20_000 };
  const upstream = orThrow(await openUpstream(limits)());
  onTestFinished(async () => {
    await upstream.close();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const outcome = await upstream.send({
    ...{ baseUrl: `https://127.0.0.1:${String(port)}`, method: 'GET', target: '/v1/models' },
    ...{ headers: [], body: null, cancel: undefined },
  });
  expect(outcome).toMatchObject({ kind: 'not_connected', message });
});
