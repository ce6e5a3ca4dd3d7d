import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../src/adapters/time/clock.js';
import {
  createEngineRoster,
  engineName,
  type EngineRoster,
} from '../../../../src/adapters/up/engine-roster.js';
import { createMockEngine } from '../../../../src/adapters/testing/mock-engine/index.js';
import { until } from '../../../support/until.js';
import { serve } from '../fleet/sources/serve.js';

/** An engine whose models and page a test changes. */
const serveEngine = async (page: (response: ServerResponse) => void) => {
  const says = { models: ['m'], page };
  const url = await serve(({ url: path }, response) => {
    if (path === '/metrics') says.page(response);
    else response.end(JSON.stringify({ data: says.models.map((id) => ({ id })) }));
  });
  return { url, says };
};

/** Asks an engine until the test ends. */
const startRoster = async (
  url: string,
): Promise<Readonly<{ roster: EngineRoster; changes: () => number }>> => {
  let changes = 0;
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };
  const roster = createEngineRoster({
    ...{ urls: [url], key: undefined, clock: systemClock, log },
    onChange: () => void (changes += 1),
  });
  onTestFinished(() => {
    roster.close();
  });
  await roster.start();
  return { roster, changes: () => changes };
};

const nameOf = ({ states }: EngineRoster): string => engineName(states()[0]!.facts!);

const NO_PAGE = 'no metrics page that is understood';

test.each<readonly [string, (response: ServerResponse) => void, string]>([
  ['is none', (response) => response.writeHead(404).end(), 'expected status 200, given 404'],
  ['wants a key', (response) => response.writeHead(401).end(), 'expected status 200, given 401'],
  [
    'is of another make',
    (response) => response.end('# HELP llamacpp:requests_deferred Requests.\n'),
    String.raw`expected figures of vLLM or SGLang, given "# HELP llamacpp:requests_deferred Requests.\n"`,
  ],
])('it is told why a page is not understood: it %s', async (_, page, why) => {
  const { url } = await serveEngine(page);
  const { roster } = await startRoster(url);
  expect(nameOf(roster)).toBe(`${NO_PAGE} (GET ${url}/metrics: ${why})`);
});

test('a page that was understood once stays so while it cannot be had', async () => {
  const mock = await createMockEngine({ modelIds: ['m'] });
  onTestFinished(() => mock.close());
  const text = await (await fetch(`${mock.url}/metrics`)).text();
  const { url, says } = await serveEngine((response) => void response.end(text));
  const { roster, changes } = await startRoster(url);
  expect(nameOf(roster)).toBe('vLLM');
  says.models = ['m', 'n'];
  says.page = (response) => void response.writeHead(503).end();
  roster.reload();
  await until('the other model is seen', () => changes() === 2);
  expect(nameOf(roster)).toBe('vLLM');
  expect(roster.states()[0]!.facts!.pageFault).toBeUndefined();
});

test('a page that fails in another way than before is told, and changes nothing else', async () => {
  const { url, says } = await serveEngine((response) => void response.writeHead(404).end());
  const { roster, changes } = await startRoster(url);
  for (const status of [503, 404]) {
    says.page = (response) => void response.writeHead(status).end();
    roster.reload();
    const why = `given ${String(status)})`;
    await until('it is told', () => nameOf(roster).endsWith(why));
  }
  expect(changes()).toBe(1);
  says.page = (response) => void response.end('vllm:num_requests_running 1\n');
  roster.reload();
  await until('the page is seen', () => changes() === 2);
  expect(nameOf(roster)).toBe('vLLM');
});

test('models of a page that shows several are read by name, and one that it does not show is not', async () => {
  const page = ['m', 'n'].map((id) => `vllm:num_requests_running{model_name="${id}"} 1\n`).join('');
  const { url, says } = await serveEngine((response) => void response.end(page));
  says.models = ['m', 'n', 'o'];
  const { roster } = await startRoster(url);
  expect(roster.states()[0]!.facts!.models).toEqual([
    { id: 'm', page: { engine: 'vllm', modelName: 'm' } },
    { id: 'n', page: { engine: 'vllm', modelName: 'n' } },
    { id: 'o' },
  ]);
});
