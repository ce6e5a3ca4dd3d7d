import { expect, test } from 'vitest';
import type { FleetDocument } from '../../../../../src/adapters/fleet/document/fleet-document.js';
import { createPushSource } from '../../../../../src/adapters/fleet/sources/push-source.js';
import { createHeard } from './listen.js';

const documentFor = (model_id: string): object => ({ targets: [{ model_id, clusters: [] }] });

const modelsOf = (values: readonly FleetDocument[]): string[] =>
  values.flatMap(({ targets }) => targets.map(({ target }) => target.modelId));

test('what is pushed is delivered at once, and what is faulty is answered and told', async () => {
  const source = createPushSource();
  const { heard, listener } = createHeard<FleetDocument>();
  await source.start(listener);
  expect(source.accept(documentFor('a'))).toEqual({ _tag: 'Right', right: undefined });
  expect(modelsOf(heard.values)).toEqual(['a']);
  for (const lie of [
    undefined,
    'x',
    { targets: [{ model_id: 'm', clusters: [{ rtt_ms: NaN }] }] },
  ]) {
    expect(source.accept(lie)).toMatchObject({ _tag: 'Left' });
  }
  expect(modelsOf(heard.values)).toEqual(['a']);
  expect(heard.refused).toHaveLength(4);
});

test('the last document that was pushed before the start is delivered at the start', async () => {
  const source = createPushSource();
  for (const model of ['a', 'b']) source.accept(documentFor(model));
  const { heard, listener } = createHeard<FleetDocument>();
  await source.start(listener);
  expect(modelsOf(heard.values)).toEqual(['b']);
});

test('nothing is delivered after the end', async () => {
  const source = createPushSource();
  const { heard, listener } = createHeard<FleetDocument>();
  await source.start(listener);
  await source.close();
  source.accept(documentFor('a'));
  expect(heard.values).toEqual([]);
});
