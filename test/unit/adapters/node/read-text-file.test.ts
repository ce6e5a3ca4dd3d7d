import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { expect, onTestFinished, test } from 'vitest';
import { readTextFile, settleReads } from '../../../../src/adapters/node/read-text-file.js';

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
    expect(E.isLeft(result) && result.left.message).toMatch(
      /\/hung\/file: no answer yet after 1 ms$/,
    );
  }
  expect(askedCount).toBe(1);
  expect(await settleReads(60_000)).toBe(false);
  answer(E.right('late'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(await settleReads(60_000)).toBe(true);
  const again = readTextFile('/hung/file', 100, { timeoutMs: 60_000, read });
  expect(await settleReads(1)).toBe(false);
  const settled = settleReads(60_000);
  answer(E.right('in time'));
  expect(await again).toEqual(E.right('in time'));
  expect(await settled).toBe(true);
});

test('a file that is not UTF-8 is a fault, and a byte order mark is skipped', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'text-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'text');
  await writeFile(path, Buffer.from('a\xffb', 'latin1'));
  const refused = await readTextFile(path, 100);
  expect(E.isLeft(refused) && refused.left.code).toBe('invalid_value');
  expect(E.isLeft(refused) && refused.left.message).toMatch(
    /: expected UTF-8 text, given other bytes$/,
  );
  await writeFile(path, '\ufeffa\u00ff');
  expect(await readTextFile(path, 100)).toEqual(E.right('a\u00ff'));
});
