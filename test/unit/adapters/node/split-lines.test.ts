import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { splitLines, type InputLine } from '../../../../src/adapters/node/split-lines.js';

const SEEDS = [20_260_101, Date.now() % 0x7fff_ffff];

async function* chunksOf(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let from = 0;
  for (const end of ends) {
    yield await Promise.resolve(bytes.subarray(from, end));
    from = end;
  }
}

const split = async (
  bytes: Uint8Array,
  cuts: readonly number[] = [],
  maxBytes?: number,
): Promise<readonly InputLine[]> => {
  const lines: InputLine[] = [];
  for await (const batch of splitLines(chunksOf(bytes, cuts), maxBytes)) lines.push(...batch);
  return lines;
};

const textOf = ({ text }: InputLine): string => (E.isRight(text) ? text.right : text.left[0]!.code);

describe('splitLines', () => {
  test.each(SEEDS)('gives the same lines however the bytes are cut (seed %i)', async (seed) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' }).map((text) => text.replace(/[\n\ufeff]/g, ''))),
        fc.array(fc.nat(), { maxLength: 6 }),
        async (texts, cuts) => {
          const wellFormed = texts.map((text) => Buffer.from(text).toString());
          const bytes = Buffer.from(wellFormed.map((text) => `${text}\n`).join(''));
          const lines = await split(bytes, cuts);
          expect(lines.map(textOf)).toEqual(wellFormed);
          expect(lines.map(({ number }) => number)).toEqual(texts.map((_, at) => at + 1));
        },
      ),
      { seed, numRuns: 500 },
    );
  });

  test('gives a last line without a line feed, and none after one', async () => {
    expect((await split(Buffer.from('a\nb'))).map(textOf)).toEqual(['a', 'b']);
    expect((await split(Buffer.from('a\nb\n'))).map(textOf)).toEqual(['a', 'b']);
    expect(await split(Buffer.from(''))).toEqual([]);
  });

  test('keeps nothing of a line that is too long, and goes on after it', async () => {
    const lines = await split(Buffer.from(`ok\n${'x'.repeat(100)}\nok\n`), [10, 40, 60], 8);
    expect(lines.map(textOf)).toEqual(['ok', 'out_of_range', 'ok']);
    expect(lines[1]!.text).toMatchObject({
      left: [{ message: 'the input: expected a line of at most 8 bytes, given 100' }],
    });
  });

  test('a line of the greatest length is still read', async () => {
    expect((await split(Buffer.from('12345678\n'), [3], 8)).map(textOf)).toEqual(['12345678']);
  });
});
