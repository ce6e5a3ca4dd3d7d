import { expect, test } from 'vitest';
import { createOneAtATime, nextTurn, runInTurns } from '../../../../src/adapters/time/turns.js';

function* countTo(last: number, log: unknown[]): Generator<undefined, string> {
  for (let i = 1; i <= last; i += 1) {
    log.push(i);
    yield;
  }
  return 'done';
}

test('others have a turn after every few steps', async () => {
  const log: unknown[] = [];
  const work = runInTurns(countTo(5, log), 2);
  setImmediate(() => log.push('other'));
  expect(await work).toBe('done');
  expect(log).toEqual([1, 2, 3, 4, 'other', 5]);
});

test('work with few steps is done at once', () => {
  const log: unknown[] = [];
  void runInTurns(countTo(2, log), 3);
  expect(log).toEqual([1, 2]);
});

test('a step that throws rejects', async () => {
  const steps: Iterator<unknown, never> = {
    next: () => {
      throw new Error('broken');
    },
  };
  await expect(runInTurns(steps, 1)).rejects.toThrow('broken');
});

test('work is done one at a time, in order, also after work that fails', async () => {
  const oneAtATime = createOneAtATime();
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await nextTurn();
    log.push(`${name} ends`);
    if (name === 'a') throw new Error('a failed');
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => oneAtATime(work(name))));
  expect(log.join()).toBe('a begins,a ends,b begins,b ends,c begins,c ends');
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});
