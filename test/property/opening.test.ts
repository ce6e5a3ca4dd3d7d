/** The laws of sessions that are told by how their conversation opens. */
import canonicalize from 'canonicalize';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effort } from '../support/effort.js';
import { sessionIdentity, type SessionIdentity } from '../../src/adapters/session/index.js';

type Message = Readonly<{ role: string; content: unknown }>;

const openingOf = (messages: readonly Message[]): SessionIdentity => {
  const result = sessionIdentity({ kind: 'chat', body: { messages }, fallback: 'opening' });
  if (E.isLeft(result) || O.isNone(result.right)) throw new Error('no session');
  return result.right.value;
};

// Few words, so that conversations are often alike.
const content = fc.oneof(
  fc.constantFrom('', 'hi', 'hello', 'é'),
  fc.constantFrom([{ type: 'text', text: 'hi' }], null, { text: 'hi' }),
);
const message = (...roles: readonly string[]): fc.Arbitrary<Message> =>
  fc.record({ role: fc.constantFrom(...roles), content });

const leading = fc.array(message('system', 'developer', 'assistant'), { maxLength: 2 });
const opening = fc
  .tuple(leading, message('user'))
  .map(([before, user]): readonly Message[] => [...before, user]);
const later = fc.array(message('user', 'assistant', 'tool', 'system'), { maxLength: 4 });
const reply = fc.array(message('assistant'), { minLength: 1, maxLength: 2 });
const answer = fc.array(message('user', 'tool'), { minLength: 1, maxLength: 2 });

describe('the affinity key of an opening', () => {
  test('equal openings give equal keys, and only they do', () => {
    fc.assert(
      fc.property(opening, later, opening, later, (first, more, second, rest) => {
        const isSame = canonicalize(first) === canonicalize(second);
        const keys = [openingOf([...first, ...more]), openingOf([...second, ...rest])];
        expect(keys[0]!.affinityKey === keys[1]!.affinityKey).toBe(isSame);
      }),
      { numRuns: effort(2_000) },
    );
  });

  test('a turn that is appended never changes it', () => {
    fc.assert(
      fc.property(opening, later, fc.array(message('user', 'assistant', 'tool')), (...parts) => {
        const [first, more, appended] = parts;
        const before = openingOf([...first, ...more]);
        expect(openingOf([...first, ...more, ...appended]).affinityKey).toBe(before.affinityKey);
      }),
    );
  });
});

describe('the position in a conversation', () => {
  test('a turn finds the turn before it, whatever was made and answered', () => {
    fc.assert(
      fc.property(opening, fc.array(fc.tuple(reply, answer), { minLength: 1 }), (first, turns) => {
        let sent: readonly Message[] = first;
        for (const [made, came] of turns) {
          const { now } = openingOf(sent).position!;
          sent = [...sent, ...made, ...came];
          expect(openingOf(sent).position!.before).toBe(now);
        }
      }),
    );
  });

  test('requests are at one place only when all their messages are equal', () => {
    fc.assert(
      fc.property(opening, later, opening, later, (first, more, second, rest) => {
        const [one, other] = [
          [...first, ...more],
          [...second, ...rest],
        ];
        const isSame = canonicalize(one) === canonicalize(other);
        expect(openingOf(one).position!.now === openingOf(other).position!.now).toBe(isSame);
      }),
      { numRuns: effort(2_000) },
    );
  });
});
