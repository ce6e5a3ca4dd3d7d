import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, test } from 'vitest';
import type { SessionSettings } from '../../../../../src/adapters/gateway/request/prepare-request.js';
import {
  readFacts,
  type RequestFacts,
} from '../../../../../src/adapters/gateway/request/request-facts.js';
import { createOneAtATime } from '../../../../../src/adapters/time/turns.js';

const bytesOf = (json: unknown): Buffer => Buffer.from(JSON.stringify(json));

const read = async (
  json: unknown,
  oneAtATime = createOneAtATime(),
  sessions: SessionSettings = {},
): Promise<RequestFacts> => {
  const facts = await readFacts(
    { kind: 'chat', headers: [], body: bytesOf(json), sessions },
    oneAtATime,
  );
  if (E.isLeft(facts)) throw new Error(facts.left.message);
  return facts.right;
};

/** Counts the turns that others get. */
const countTurns = async (work: Promise<unknown>): Promise<number> => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    if (isOver) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  await work;
  isOver = true;
  return turns;
};

const MESSAGES = [{ role: 'user', content: 'A'.repeat(8 * 1024 * 1024) }];

describe('a large body', () => {
  test('is hashed in turns, and gives the key that the whole text gives', async () => {
    const work = read({ model: 'm', messages: MESSAGES });
    expect(await countTurns(work)).toBeGreaterThan(7);
    const { session } = await work;
    const expected = createHash('sha256').update(canonicalize(MESSAGES)!).digest('hex');
    expect(E.isRight(session) && O.toUndefined(session.right)).toMatchObject({
      affinityKey: `mt:v1:payload:${expected}`,
    });
  });

  test('is hashed in turns also where its opening tells the session', async () => {
    const work = read({ model: 'm', messages: MESSAGES }, createOneAtATime(), {
      fallback: 'opening',
    });
    expect(await countTurns(work)).toBeGreaterThan(7);
    const { session } = await work;
    const expected = createHash('sha256').update(canonicalize(MESSAGES)!).digest('hex');
    expect(E.isRight(session) && O.toUndefined(session.right)).toMatchObject({
      affinityKey: `mt:v1:opening:${expected}`,
    });
  });

  test('is read alone; a small one does not wait for it', async () => {
    const log: string[] = [];
    const oneAtATime = createOneAtATime();
    const add = (name: string) => (): void => void log.push(name);
    await Promise.all([
      read({ model: 'm', messages: MESSAGES }, oneAtATime).then(add('first')),
      read({ model: 'm', prompt_cache_key: 'k', messages: MESSAGES }, oneAtATime).then(
        add('second'),
      ),
      read({ model: 'm', messages: [] }, oneAtATime).then(add('small')),
    ]);
    expect(log).toEqual(['small', 'first', 'second']);
  });
});
