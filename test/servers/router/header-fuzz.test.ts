import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLongRun } from '../../support/effort.js';
import { SEEDS } from '../../support/check-law.js';
import { givenConfig, givenSnapshot } from './support/given.js';
import { startBackend } from './support/start-backend.js';
import { startServer } from './support/start-server.js';

/** Sets of headers to send: 10,000 in a long run; RUNS says otherwise. */
const RUNS = Number(process.env['RUNS'] ?? (isLongRun ? 10_000 : 1_000));

const NAMES = [
  'x-request-id',
  'x-model',
  'x-input-tokens',
  'x-routing-key',
  'x-routing-method',
  'x-cache-affinity-key',
  'x-stargate-last-cluster-id',
  'x-priority',
  'x-request-slo-ms',
  'x-max-wait-ms',
  'x-stargate-max-wait-ms',
  'x-stargate-expected-queue-ms',
  'traceparent',
  'content-type',
  'accept-version',
  'cookie',
];

/** Bytes that may stand in a header value on the wire, tabs and beyond ASCII included. */
const wildText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
      { weight: 1, arbitrary: fc.constant(0x09) },
      { weight: 2, arbitrary: fc.integer({ min: 0x80, max: 0xff }) },
    ),
    { maxLength: 40 },
  )
  .map((bytes) => String.fromCharCode(...bytes));

/** Bytes that may not. */
const badText = fc
  .array(
    fc.integer({ min: 0, max: 0xff }).filter((byte) => byte !== 10 && byte !== 13),
    {
      maxLength: 12,
    },
  )
  .map((bytes) => String.fromCharCode(...bytes));

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('', ' ', '0', '1', '7', '-1', '1e3', '4294967296', 'm') },
  { weight: 2, arbitrary: fc.constantFrom('A', 'B', 'rk', 'gone', '\xff\xfe', '\xe6\x9d\xb1') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'power-of-n',
      'Pulsar',
      'wait_and_widen;n=1;cache_affinity_wait_ms=1',
      'wait-and-widen;n=0',
      'pulsar;',
      'x;y=z',
    ),
  },
  { weight: 3, arbitrary: wildText },
  { weight: 1, arbitrary: badText },
  { weight: 1, arbitrary: fc.constant('x'.repeat(20_000)) },
);

const header = fc.tuple(
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...NAMES) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('X-MODEL', 'x_model', 'X-Own', '__proto__', 'a b', ''),
    },
  ),
  value,
);

/** Most sets have what every request needs, so that the others are looked at. */
const headerSets = fc
  .record({
    needed: fc.subarray(
      [
        ['x-request-id', 'r'],
        ['x-model', 'm'],
        ['x-input-tokens', '5'],
        ['x-max-wait-ms', '0'],
      ] as const,
      { minLength: 3 },
    ),
    others: fc.array(header, { maxLength: 6 }),
    othersFirst: fc.boolean(),
  })
  .map(({ needed, others, othersFirst }) =>
    othersFirst ? [...others, ...needed] : [...needed, ...others],
  );

const start = async () => {
  const backend = await startBackend((request, response) => {
    request.resume();
    response.end();
  });
  const urls = { A: [backend.url], B: [backend.url] };
  const methods = ['pulsar', 'wait-and-widen', 'power-of-n'];
  const config = givenConfig(
    {
      algorithm: 'wait-and-widen',
      cache_affinity_backend_selection_count: 1,
      last_cluster_affinity: true,
    },
    { request_algorithms: Object.fromEntries(methods.map((name) => [name, name])) },
  );
  const snapshot = givenSnapshot({ A: { slots: 100_000 }, B: { slots: 100_000 } });
  const limits = { maxHeaderBytes: 16_384 };
  return { ...(await startServer({ snapshot, config, urls, limits })), backend };
};

/** Sends raw lines over a connection of its own; resolves with the head of the answer. */
const ask = async (address: string, lines: readonly (readonly [string, string])[]) => {
  const socket: Socket = connect(Number(address.split(':')[1]), '127.0.0.1');
  const head = [
    'POST /v1/x HTTP/1.1',
    `host: ${address}`,
    'connection: close',
    'content-length: 0',
  ];
  const text = [...head, ...lines.map(([name, text]) => `${name}: ${text}`)].join('\r\n');
  socket.on('error', () => undefined);
  socket.write(Buffer.from(`${text}\r\n\r\n`, 'latin1'));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  const answer = Buffer.concat(chunks).toString('latin1');
  const [status] = /(?<=^HTTP\/1\.1 )\d{3}/.exec(answer) ?? ['none'];
  const cluster = /^x-stargate-cluster-id: (.*)\r$/im.exec(answer)?.[1];
  return { status, cluster };
};

describe('whatever headers come in', () => {
  test('the answer is 400, 404, 431 or the response of an engine', async () => {
    const { address, backend, router } = await start();
    const statuses = new Map<string, number>();
    const law = async (lines: readonly (readonly [string, string])[]) => {
      const before = backend.requests.length;
      const { status, cluster } = await ask(address, lines);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(['200', '400', '404', '431']).toContain(status);
      expect(backend.requests.length - before).toBe(status === '200' ? 1 : 0);
      if (status !== '200') return;
      expect(['A', 'B']).toContain(cluster);
      const seen = backend.requests.at(-1)!.headers;
      expect(seen).not.toHaveProperty('x-stargate-last-cluster-id');
      expect(seen).not.toHaveProperty('x-routing-method');
    };
    for (const seed of SEEDS) {
      await fc.assert(fc.asyncProperty(headerSets, law), { seed, numRuns: RUNS });
    }
    expect(statuses.get('200')).toBeGreaterThan(RUNS / 10);
    expect(statuses.get('400')).toBeGreaterThan(RUNS / 10);
    expect(statuses.get('431')).toBeGreaterThan(0);
    expect(router.counts()).toEqual({ routing: 0, waiting: 0, reservations: 0, timers: 0 });
  });
});
