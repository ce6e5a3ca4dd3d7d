import * as E from 'fp-ts/lib/Either.js';
import { expect, test } from 'vitest';
import { hasHungReads, readTextFile } from '../../../../src/adapters/node/read-text-file.js';

test('a file that never answers is a fault, and is not asked again before it has answered', async () => {
  let answer!: (text: E.Either<never, string>) => void;
  let askedCount = 0;
  const read = (): Promise<E.Either<never, string>> => {
    askedCount += 1;
    return new Promise((resolve) => (answer = resolve));
  };
  const ask = () => readTextFile('/hung/file', 100, { timeoutMs: 1, read });
  for (let i = 0; i < 2; i++) {
    const result = await ask();
    expect(E.isLeft(result) && result.left.message).toMatch(/file \/hung\/file.*within 1 ms/);
  }
  expect(askedCount).toBe(1);
  expect(hasHungReads()).toBe(true);
  answer(E.right('late'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasHungReads()).toBe(false);
  const again = readTextFile('/hung/file', 100, { timeoutMs: 60_000, read });
  answer(E.right('in time'));
  expect(await again).toEqual(E.right('in time'));
});
