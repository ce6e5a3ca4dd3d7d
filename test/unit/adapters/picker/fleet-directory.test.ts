import * as E from 'fp-ts/lib/Either.js';
import { expect, test } from 'vitest';
import { createFleetDirectory } from '../../../../src/adapters/picker/index.js';
import { createEngine } from '../../../../src/adapters/runtime/index.js';

const directoryOf = (targets: readonly Readonly<{ routingKey?: string; modelId: string }>[]) => {
  const runtime = createEngine();
  for (const target of targets) runtime.publish({ target, clusters: [] });
  return createFleetDirectory(runtime);
};

const found = async (directory: ReturnType<typeof directoryOf>, model: string) => {
  const result = await directory.resolve({ model, apiKey: undefined })();
  return E.isRight(result) ? [result.right.entry.routingKey, result.right.entry.model] : undefined;
};

test('a target is found by its model id, or by its routing key and model id', async () => {
  const directory = directoryOf([
    { modelId: 'm' },
    { routingKey: 'team', modelId: 'm' },
    { routingKey: 'team', modelId: 'org/large' },
  ]);
  expect(await found(directory, 'm')).toEqual([undefined, 'm']);
  expect(await found(directory, 'team/m')).toEqual(['team', 'm']);
  expect(await found(directory, 'team/org/large')).toEqual(['team', 'org/large']);
  for (const unknown of ['', '/', '/m', 'm/', 'team', 'team/', 'team/other', 'org/large']) {
    expect(await found(directory, unknown)).toBeUndefined();
  }
});

test('of targets with one name the unscoped one is meant, then the shortest routing key', async () => {
  const [unscoped, short, long] = [
    { modelId: 'a/b/c' },
    { routingKey: 'a', modelId: 'b/c' },
    { routingKey: 'a/b', modelId: 'c' },
  ];
  expect(await found(directoryOf([long, short, unscoped]), 'a/b/c')).toEqual([undefined, 'a/b/c']);
  expect(await found(directoryOf([long, short]), 'a/b/c')).toEqual(['a', 'b/c']);
  expect(await found(directoryOf([long]), 'a/b/c')).toEqual(['a/b', 'c']);
});

test('all targets are listed, as they are to be named', async () => {
  const listed = await directoryOf([{ modelId: 'm' }, { routingKey: 'k', modelId: 'm' }]).list(
    undefined,
  )();
  expect(E.isRight(listed) && listed.right.models.map(({ id }) => id)).toEqual(['m', 'k/m']);
});
