/** The fleet, model and routing files that the documentation shows start as they are, and serve. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindOf, type FileKind } from '../../src/adapters/cli/check/file-kinds.js';
import { parseFleetDocument } from '../../src/adapters/fleet/document/fleet-document.js';
import { createMockEngine, type MockEngine } from '../../src/adapters/testing/mock-engine/index.js';
import { startCommand, type StartedCommand } from '../support/start-command.js';

type Json = Readonly<Record<string, unknown>>;

type Example = Readonly<{ place: string; text: string; json: Json }>;

/** What of the documentation is no file but a part of one, a case or a question. */
const isWholeFile = (json: Json): boolean =>
  ['targets', 'models', 'request_algorithms'].some((name) => Object.hasOwn(json, name));

const inPages = (): readonly Example[] => {
  const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)];
  return pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/```json\n([\s\S]*?)```/g)].flatMap(([, text], i) =>
        example(`${page}, block ${String(i + 1)}`, text!),
      ),
    );
};

const inFolders = (): readonly Example[] =>
  ['deploy', 'examples'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => example(join(folder, name), readFileSync(join(folder, name), 'utf8'))),
  );

/** Blocks with several lines of JSON are no file. */
const example = (place: string, text: string): readonly Example[] => {
  try {
    const json = JSON.parse(text) as Json;
    return isWholeFile(json) ? [{ place, text, json }] : [];
  } catch {
    return [];
  }
};

const examples = [...inPages(), ...inFolders()];
const ofKind = (kind: FileKind): readonly (readonly [string, Example])[] =>
  examples.filter(({ json }) => kindOf(json) === kind).map((one) => [one.place, one] as const);

let folder: string;
let engine: MockEngine;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'homeward-examples-'));
  engine = await createMockEngine({ outputTokens: 1, modelIds: namedModels() });
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Every model that a model or routing file names. */
const namedModels = (): readonly string[] => [
  ...new Set(examples.flatMap(({ json }) => modelsOf(json).map(({ model }) => model))),
];

type Named = Readonly<{ model: string; routing_key?: string }>;

const modelsOf = ({ models = [] }: Json): readonly Named[] =>
  Array.isArray(models)
    ? (models as readonly Named[])
    : Object.keys(models as object).map((model) => ({ model }));

let fileCount = 0;

const write = (text: string): string => {
  const file = join(folder, `${String(++fileCount)}.json`);
  writeFileSync(file, text);
  return file;
};

/** A fleet of models on the one engine that runs here. */
const fleetOf = (models: readonly Named[]): string =>
  JSON.stringify({
    targets: models.map(({ model, routing_key: key }) => ({
      ...{ model_id: model, ...(key !== undefined && { routing_key: key }) },
      clusters: [{ cluster_id: 'A', rtt_ms: 1, backends: [{ id: 'a', url: engine.url }] }],
    })),
  });

const ANY_PORTS = ['--listen', '0', '--metrics', 'off'];

const startRouter = (...flags: readonly string[]): StartedCommand =>
  startCommand(['router', ...ANY_PORTS, '--admin', '0', ...flags]);

const chatBody = (model: string): string =>
  JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] });

describe('the fleet files of the documentation', () => {
  test('are found, and so are the others', () => {
    const placesOf = (kind: FileKind) => ofKind(kind).map(([place]) => place);
    expect(placesOf('fleet')).toEqual(
      expect.arrayContaining(['docs/fleet.md, block 1', 'deploy/compose/clusters.json']),
    );
    expect(placesOf('models')).toEqual(
      expect.arrayContaining(['docs/gateway.md, block 1', 'deploy/compose/models.json']),
    );
    expect(placesOf('routing')).toEqual(
      expect.arrayContaining([
        'docs/load-balancer-configuration.md, block 1',
        'docs/routing-expressions.md, block 1',
        'examples/lb-config.json',
      ]),
    );
  });

  test.each(ofKind('fleet'))('start a router that chooses an engine: %s', async (_, { text }) => {
    const document = parseFleetDocument(JSON.parse(text));
    if (E.isLeft(document)) throw new Error(document.left[0]!.message);
    const router = startRouter('--clusters', write(text));
    await router.url();
    const admin = /admin ([^;]+);/.exec(router.output.out)![1]!;
    for (const { target } of document.right.targets) {
      const answer = await fetch(`http://${admin}/debug/decide`, {
        method: 'POST',
        body: JSON.stringify({
          ...{ model_id: target.modelId, request: { request_id: 'r', input_tokens: 10 } },
          ...(target.routingKey !== undefined && { routing_key: target.routingKey }),
        }),
      });
      expect(await answer.json()).toMatchObject({ decision: { kind: 'selected' } });
    }
  });
});

test.each(ofKind('routing'))('the routing file serves its models: %s', async (_, one) => {
  const models = [...modelsOf(one.json), { model: 'of no entry' }];
  const flags = ['--config', write(one.text), '--clusters', write(fleetOf(models))];
  const router = startRouter(...flags);
  const url = await router.url();
  for (const { model } of models) {
    const headers = { 'x-model': model, 'x-request-id': 'r', 'x-input-tokens': '9' };
    const body = chatBody(engine.settings.modelIds[0]!);
    const answer = await fetch(`${url}/v1/chat/completions`, {
      ...{ method: 'POST', body },
      headers: { ...headers, 'content-type': 'application/json', 'x-cache-affinity-key': 'k' },
    });
    expect(await answer.json()).toMatchObject({ object: 'chat.completion' });
  }
});

/** Of which the digests in the files are. */
const KEY = 'test';

test.each(ofKind('models'))('the model file serves its models: %s', async (_, one) => {
  const models = modelsOf(one.json);
  const router = startRouter('--clusters', write(fleetOf(models)));
  const flags = ['--models', write(one.text), '--router', await router.url()];
  const gateway = startCommand(['gateway', ...ANY_PORTS, ...flags]);
  const url = await gateway.url();
  for (const { model } of models) {
    const answer = await fetch(`${url}/v1/chat/completions`, {
      ...{ method: 'POST', body: chatBody(model) },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
    });
    expect(await answer.json()).toMatchObject({ object: 'chat.completion' });
  }
});
