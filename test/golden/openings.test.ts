/** Keys of openings and positions, made by another implementation: replicas of any make agree. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, test } from 'vitest';
import { sessionIdentity as inBrowser } from '../../src/adapters/session/index.browser.js';
import { sessionIdentity, type SessionRequest } from '../../src/adapters/session/index.js';

const SYSTEM = { role: 'system', content: 'You are a helpful assistant.' };
const USER = { content: 'Größe 😀?', role: 'user' };

const CHAT_OPENING = '82e9ffce301155497547c628f29d2075728a9f783b58adbb5d1447f11f45c073';
const SCOPED = 'f11cc270d088db2da0bea4ef1b48e8584e0a0977fc10eff910374622cdef4a46';

const GOLDEN: readonly (readonly [string, SessionRequest, readonly (string | undefined)[]])[] = [
  [
    'a second turn of a chat',
    {
      kind: 'chat',
      body: {
        messages: [SYSTEM, USER, { role: 'assistant', content: '42' }, { role: 'user', content: 'why' }],
      },
    },
    [CHAT_OPENING, CHAT_OPENING, '4978fdf6bb263f0848c623f724870b53078a967c3ddd57c63c6a10930f5b2cc1'],
  ],
  [
    'responses with instructions and a call',
    {
      kind: 'responses',
      body: {
        instructions: SYSTEM.content,
        input: [
          USER,
          { type: 'function_call', name: 'f', arguments: '{}', call_id: 'c' },
          { type: 'function_call_output', call_id: 'c', output: '1' },
        ],
      },
    },
    [CHAT_OPENING, CHAT_OPENING, '57dcbb017cb3b2bdfd6ee2a9319750bb013e33682d5344864be959359961fa8a'],
  ],
  [
    'a first message, with its instructions beside it',
    { kind: 'messages', body: { system: SYSTEM.content, messages: [USER] } },
    [CHAT_OPENING, undefined, CHAT_OPENING],
  ],
  [
    'a prompt',
    { kind: 'completions', body: { prompt: 'Once upon a time' } },
    ['cc3510dacca0a14a8ad8d16dc9b571a08534984bc990b03e8796341a50452b8a', undefined, undefined],
  ],
  [
    'a chat of one caller',
    { kind: 'chat', body: { messages: [SYSTEM, USER] }, caller: 'sk-1' },
    [SCOPED, undefined, SCOPED],
  ],
];

describe.each([
  ['node', sessionIdentity],
  ['browser', inBrowser],
])('%s', (_, identityOf) => {
  test.each(GOLDEN)('%s', (_name, request, [opening, before, now]) => {
    const result = identityOf({ fallback: 'opening', ...request });
    const found = E.isRight(result) ? O.toUndefined(result.right) : undefined;
    expect(found?.affinityKey).toBe(`mt:v1:opening:${opening!}`);
    expect(found?.position?.before).toBe(before && `mt:v1:position:${before}`);
    expect(found?.position?.now).toBe(now && `mt:v1:position:${now}`);
  });

  test('an id of one caller', () => {
    const result = identityOf({ kind: 'chat', body: { prompt_cache_key: 'chat-7' }, caller: 'sk-1' });
    expect(E.isRight(result) && O.toUndefined(result.right)?.affinityKey).toBe(
      'mt:v1:session:4409ffce9accb4a11bfd3c2ba53d9b7272a7a557211d9af3dccbacc1236f8529',
    );
  });
});
