import { expect, test } from 'vitest';
import type { BackendState, BackendStatus } from '../../../../src/adapters/fleet/port.js';
import { absentEngines } from '../../../../src/adapters/up/absent-engines.js';
import type { EngineState } from '../../../../src/adapters/up/engine-roster.js';

const engine = (url: string, ...models: readonly string[]): EngineState => ({
  url,
  facts:
    models.length === 0 ? undefined : { url, models: models.map((id) => ({ id })), leftOut: [] },
  failure: undefined,
});

const backend = (id: string, modelId: string, state: BackendState): BackendStatus => ({
  target: { modelId },
  backend: { id, clusterId: id, url: `http://${id}` },
  state,
  ageMs: 0,
});

const LOST = 'engines that are not reached or do not report';

test('nothing is told of engines that serve all their models', () => {
  const backends = [backend('a:1', 'm', 'live'), backend('a:1', 'n', 'live')];
  expect(absentEngines([engine('http://a:1', 'm', 'n')], backends)).toEqual([]);
});

test('engines that have not answered are told apart from those that are lost', () => {
  const states = [engine('http://a:1', 'm'), engine('http://b:1'), engine('https://c:1/x', 'm')];
  const backends = [backend('a:1', 'm', 'paused'), backend('c:1/x', 'm', 'stale')];
  expect(absentEngines(states, backends)).toEqual([
    'engines that have not answered yet: 1',
    `${LOST}: 2`,
  ]);
});

test('an engine that was silent for so long that it was dropped is still missing', () => {
  const states = [engine('http://a:1', 'm'), engine('http://b:1', 'm')];
  expect(absentEngines(states, [backend('a:1', 'm', 'live')])).toEqual([`${LOST}: 1`]);
});

test('an engine that serves one of its models only is missing once', () => {
  const backends = [backend('a:1', 'm', 'live'), backend('a:1', 'n', 'stale')];
  expect(absentEngines([engine('http://a:1', 'm', 'n', 'o')], backends)).toEqual([`${LOST}: 1`]);
});
