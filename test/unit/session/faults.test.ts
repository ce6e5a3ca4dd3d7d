/** What is told of values that are no session id, word for word, and how work is divided. */
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { createNodeSha256 } from '../../../src/adapters/platform/node-sha256.js';
import { sessionIdentity, type SessionRequest } from '../../../src/adapters/session/index.js';
import { identifyInSteps } from '../../../src/session/index.js';

const request = (kind: SessionRequest['kind'], body: unknown): SessionRequest => ({ kind, body });

test.each([
  [request('chat', { prompt_cache_key: 7 }), 'prompt_cache_key: expected a string, given a number'],
  [
    request('chat', { prompt_cache_key: ['a'] }),
    'prompt_cache_key: expected a string, given an array',
  ],
  [
    request('responses', { conversation: {} }),
    'conversation: expected a string or an object with a string id, given an object without one',
  ],
  [
    request('responses', { conversation: true }),
    'conversation: expected a string or an object with a string id, given a boolean',
  ],
  [
    request('messages', { metadata: { user_id: 7 } }),
    'metadata.user_id: expected a string, given a number',
  ],
  [
    { kind: 'other', header: 'x'.repeat(257) },
    'x-multi-turn-session-id: expected 1 to 256 bytes, given 257 bytes',
  ],
  [
    request('chat', { prompt_cache_key: 'a\nb' }),
    'prompt_cache_key: expected no control characters, given some',
  ],
  [
    request('chat', { prompt_cache_key: '\ud800' }),
    'prompt_cache_key: expected well-formed Unicode, given half of a surrogate pair',
  ],
] as const)('of %j', (given, message) => {
  const result = sessionIdentity(given);
  expect(E.isLeft(result) && result.left.message).toBe(message);
});

test.each(['a', 'x'.repeat(256), 'ä'.repeat(128)])('%j is a session id', (id) => {
  expect(E.isRight(sessionIdentity(request('chat', { prompt_cache_key: id })))).toBe(true);
});

describe('the work of a long payload', () => {
  const pauses = (given: SessionRequest): number => {
    const steps = identifyInSteps(given, createNodeSha256);
    let count = 0;
    while (steps.next().done !== true) count++;
    return count;
  };
  const long = Array.from({ length: 100 }, () => ({ role: 'user', content: 'x'.repeat(32_768) }));

  test.each(['payload', 'opening'] as const)('is done in pieces of some 64 KiB: %s', (fallback) => {
    const given = { ...request('chat', { messages: long }), fallback };
    expect(pauses(given)).toBeGreaterThanOrEqual(40);
    expect(pauses(given)).toBeLessThanOrEqual(110);
  });

  test('of a short opening is done at once', () => {
    const body = { messages: [{ role: 'user', content: 'Hi' }] };
    expect(pauses({ ...request('chat', body), fallback: 'opening' })).toBe(0);
  });
});
