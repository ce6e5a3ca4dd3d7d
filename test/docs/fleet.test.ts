import { readFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { expect, test } from 'vitest';
import { createFleet } from '../../src/adapters/fleet/fleet.js';
import { createPushSource } from '../../src/adapters/fleet/sources/push-source.js';
import { parseRoutingHeaders } from '../../src/adapters/http/index.js';
import { createRouter, type Send } from '../../src/adapters/router/index.js';
import { createEngine } from '../../src/adapters/runtime/index.js';
import { parseLbConfig } from '../../src/api.js';
import {
  encodeFleetDocument,
  parseFleetDocument,
} from '../../src/adapters/fleet/document/fleet-document.js';

const page = readFileSync('docs/fleet.md', 'utf8');

const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code]) => code!,
  );

const keysIn = (json: unknown): string[] => {
  if (typeof json !== 'object' || json === null) return [];
  const names = Array.isArray(json) ? [] : Object.keys(json);
  return [...names, ...Object.values(json).flatMap(keysIn)];
};

test('the example is a document', () => {
  const [example] = blocks('json');
  expect(E.isRight(parseFleetDocument(JSON.parse(example!)))).toBe(true);
});

const MAIN_ALGORITHMS = ['wait-and-widen', 'pulsar-wait-and-widen'] as const;

test.each(MAIN_ALGORITHMS)('the example serves with %s as it is', async (algorithm) => {
  const [example] = blocks('json');
  const push = createPushSource();
  push.accept(JSON.parse(example!));
  const config = parseLbConfig({ default: algorithm });
  if (E.isLeft(config)) throw new Error(config.left[0]!.message);
  const runtime = createEngine({ config: config.right.config });
  // No engine runs and no name resolves here: nothing is ever measured.
  const resolve = async (): Promise<readonly string[]> => ['127.0.0.1', '127.0.0.2'];
  const router = createRouter({ runtime, fleet: createFleet({ sources: [push], resolve }) });
  await router.start();
  const send: Send<string> = async ({ backend }) => ({
    ...{ kind: 'answered', status: 200, isRetryable: false, sent: backend.id },
    ...{ discard: () => undefined, ended: Promise.resolve() },
  });
  const headers = ['x-request-id', 'r', 'x-model', 'model-a', 'x-input-tokens', '100'];
  const request = parseRoutingHeaders([...headers, 'x-routing-key', 'tenant-a']);
  if (E.isLeft(request)) throw new Error(request.left.message);
  const routed = await router.route(request.right, { send })();
  await router.close();
  expect(routed).toMatchObject({ right: { sent: 'a1' } });
});

test('every field of a document is in the table', () => {
  const source = { kind: 'prometheus', engine: 'vllm', model_name: 'm', port: 1 };
  const backend = { id: 'a', url: 'http://h', rtt_ms: 1, dns: true, source };
  const cluster = { cluster_id: 'A', rtt_ms: 1, shared_engine: true, backends: [backend] };
  const targets = [{ routing_key: 'rk', model_id: 'm', clusters: [cluster] }];
  const document = parseFleetDocument({ targets });
  if (E.isLeft(document)) throw new Error(document.left[0]!.message);
  const fields = new Set(keysIn(encodeFleetDocument(document.right)));
  expect(fields.size).toBe(20);
  for (const field of fields)
    expect(page).toMatch(new RegExp(`^\\| \`(source\\.)?${field}\``, 'm'));
});

test('the fault is the one that is told', () => {
  const clusters = [
    { cluster_id: 'A', rtt_ms: 1 },
    { cluster_id: 'B', rtt_ms: 1, backends: [{ id: 'b1', url: 'ftp://h' }] },
  ];
  const refused = parseFleetDocument({ targets: [{ model_id: 'm', clusters }] });
  if (E.isRight(refused)) throw new Error('it was accepted');
  expect(`${refused.left[0]!.message}\n`).toBe(blocks('text')[0]);
});
