import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, test } from 'vitest';
import {
  sessionIdentity,
  type SessionIdentity,
  type SessionRequest,
} from '../../../src/adapters/session/index.js';

const sha = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
const hashOf = (json: unknown): string => sha(canonicalize(json)!);

const identityOf = (request: SessionRequest): SessionIdentity | undefined => {
  const result = sessionIdentity({ fallback: 'opening', ...request });
  if (E.isLeft(result)) throw new Error(result.left.message);
  return O.toUndefined(result.right);
};

const chat = (...messages: readonly object[]) => identityOf({ kind: 'chat', body: { messages } })!;
const responses = (input: unknown, more: object = {}) =>
  identityOf({ kind: 'responses', body: { input, ...more } })!;

const system = { role: 'system', content: 'You help.' };
const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });

describe('the opening of a conversation', () => {
  test('is what stands up to the first message of a user, as canonical JSON', () => {
    const developer = { role: 'developer', content: 'Be brief.' };
    const opening = [system, developer, user('hi')];
    const expected = {
      source: 'opening',
      sessionId: undefined,
      affinityKey: `mt:v1:opening:${hashOf(opening)}`,
      eligible: true,
      position: { before: undefined, now: `mt:v1:position:${hashOf(opening)}` },
    };
    expect(chat(...opening)).toEqual(expected);
    expect(chat(...opening, assistant('hello'), user('more'))).toMatchObject({
      affinityKey: expected.affinityKey,
      position: { before: expected.position.now },
    });
  });

  test('comes last: ids of body and header win', () => {
    const messages = [user('hi')];
    const body = { messages, prompt_cache_key: 'key' };
    expect(identityOf({ kind: 'chat', body, header: 'head' })?.source).toBe('prompt_cache_key');
    expect(identityOf({ kind: 'chat', body: { messages }, header: 'head' })?.source).toBe('header');
    expect(identityOf({ kind: 'chat', body: { messages } })?.source).toBe('opening');
    expect(identityOf({ kind: 'chat', body: { messages }, fallback: 'payload' })?.source).toBe(
      'payload',
    );
    expect(identityOf({ kind: 'other', body: { messages } })).toBeUndefined();
  });

  test('instructions beside the messages stand before them; tools are no part of it', () => {
    const key = `mt:v1:opening:${hashOf([system, user('hi')])}`;
    const more = { instructions: 'You help.', tools: [{ type: 'function', name: 'f' }] };
    expect(responses('hi', more).affinityKey).toBe(key);
    expect(responses([user('hi')], more).affinityKey).toBe(key);
    const body = { system: 'You help.', messages: [user('hi')], tools: [{ name: 'f' }] };
    expect(identityOf({ kind: 'messages', body })?.affinityKey).toBe(key);
    expect(identityOf({ kind: 'messages', body: { ...body, system: '' } })?.affinityKey).toBe(
      `mt:v1:opening:${hashOf([user('hi')])}`,
    );
  });

  test('of a chat knows no instructions beside the messages', () => {
    const messages = [user('hi')];
    const body = { messages, system: 'You help.', instructions: 'You help.' };
    expect(identityOf({ kind: 'chat', body })).toEqual(chat(...messages));
  });

  test('is never of instructions alone', () => {
    expect(identityOf({ kind: 'messages', body: { messages: [], system: 's' } })).toBeUndefined();
  });

  test('is all of it where no message is of a user, whatever stands there', () => {
    const body = { messages: [system, 'text', 7, null] };
    expect(identityOf({ kind: 'chat', body })?.affinityKey).toBe(
      `mt:v1:opening:${hashOf(body.messages)}`,
    );
    expect(identityOf({ kind: 'chat', body })?.position?.before).toBeUndefined();
  });

  test('marks of the cache that wander from turn to turn change nothing', () => {
    const part = { type: 'text', text: 'hi' };
    const marked = { role: 'user', content: [{ ...part, cache_control: { type: 'ephemeral' } }] };
    const plain = { role: 'user', content: [part] };
    expect(chat(marked)).toEqual(chat(plain));
    expect(chat(marked, assistant('a'), user('b'))).toEqual(chat(plain, assistant('a'), user('b')));
  });

  test('of completions is the first 1,024 bytes of the prompt; there are no positions', () => {
    const of = (prompt: unknown) => identityOf({ kind: 'completions', body: { prompt } });
    const long = 'é'.repeat(512);
    expect(of(long)).toEqual({
      source: 'opening',
      sessionId: undefined,
      affinityKey: `mt:v1:opening:${hashOf(['string', long])}`,
      eligible: false,
    });
    expect(of(`${long} and more`)).toEqual(of(long));
    expect(of(`x${long}`)).not.toEqual(of(long));
    expect(of([1, 2])).not.toEqual(of('[1,2]'));
    expect([of(''), of(null), of(undefined)]).toEqual([undefined, undefined, undefined]);
  });

  test.each([[{}], [{ messages: [] }], [{ messages: 7 }], [{ messages: '' }]])(
    'there is none in %j',
    (body) => {
      expect(identityOf({ kind: 'chat', body })).toBeUndefined();
    },
  );

  test('there is none where JSON has no canonical form', () => {
    const messages = [JSON.parse('{"role":"user","content":[1e999]}')];
    expect(identityOf({ kind: 'chat', body: { messages } })).toBeUndefined();
  });
});

describe('turns that call tools stay in their conversation', () => {
  test('chat completions', () => {
    const call = { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function' }] };
    const result = { role: 'tool', tool_call_id: 'c', content: '7' };
    const first = chat(system, user('x'));
    const second = chat(system, user('x'), call, result, result);
    const third = chat(system, user('x'), call, result, result, assistant('a'), user('y'));
    expect(second.position?.before).toBe(first.position?.now);
    expect(third.position?.before).toBe(second.position?.now);
    expect(third.affinityKey).toBe(first.affinityKey);
  });

  test.each([
    [
      'reasoning and a call',
      [
        { type: 'reasoning', id: 'rs' },
        { type: 'function_call', name: 'f' },
      ],
    ],
    ['a call of another kind', [{ type: 'web_search_call', id: 'ws' }]],
    ['references to stored items', [{ type: 'item_reference', id: 'msg' }]],
    ['a message', [{ type: 'message', role: 'assistant', content: [] }]],
  ])('responses, with %s', (_, made) => {
    const result = { type: 'function_call_output', call_id: 'c', output: '7' };
    const first = responses([user('x')]);
    const second = responses([user('x'), ...made, result]);
    expect(second.position?.before).toBe(first.position?.now);
    expect(second.affinityKey).toBe(first.affinityKey);
    const third = responses([user('x'), ...made, result, assistant('a'), user('y')]);
    expect(third.position?.before).toBe(second.position?.now);
  });
});

describe('ids in other places', () => {
  test('messages: prompt_cache_key, then metadata.user_id, then the header', () => {
    const metadata = { user_id: 'user-session-7' };
    const body = { prompt_cache_key: 'key', metadata };
    const source = (request: Omit<SessionRequest, 'kind'>) =>
      identityOf({ kind: 'messages', ...request })?.source;
    expect(source({ body, header: 'head' })).toBe('prompt_cache_key');
    expect(source({ body: { metadata }, header: 'head' })).toBe('user_id');
    expect(source({ body: { metadata: { user_id: '' } }, header: 'head' })).toBe('header');
    expect(identityOf({ kind: 'messages', body: { metadata } })).toEqual({
      source: 'user_id',
      sessionId: 'user-session-7',
      affinityKey: `mt:v1:session:${sha('user-session-7')}`,
      eligible: true,
    });
    const wrong = sessionIdentity({ kind: 'messages', body: { metadata: { user_id: 7 } } });
    expect(wrong).toEqual(
      E.left({ source: 'user_id', message: 'metadata.user_id: expected a string, given a number' }),
    );
  });

  test('completions read prompt_cache_key and the header', () => {
    const body = { prompt: 'x', prompt_cache_key: 'key' };
    expect(identityOf({ kind: 'completions', body })?.source).toBe('prompt_cache_key');
    expect(identityOf({ kind: 'completions', body: {}, header: 'head' })?.source).toBe('header');
    expect(identityOf({ kind: 'completions', body: { prompt: 'x' }, fallback: 'payload' })).toBe(
      undefined,
    );
  });
});

describe('with a caller', () => {
  const REQUESTS: readonly SessionRequest[] = [
    { kind: 'chat', body: { prompt_cache_key: 'same' } },
    { kind: 'responses', body: { conversation: 'same' } },
    { kind: 'other', header: 'same' },
    { kind: 'other', header: `mt:v1:session:${'0a'.repeat(32)}` },
    { kind: 'chat', body: { messages: [user('a'), assistant('b'), user('c')] } },
    { kind: 'chat', body: { messages: [user('a')] }, fallback: 'payload' },
    { kind: 'completions', body: { prompt: 'same' } },
  ];

  test.each(REQUESTS)('two callers share nothing, one shares all with itself: %j', (request) => {
    const keysOf = (caller: string | undefined): readonly unknown[] => {
      const { affinityKey, position } = identityOf({ ...request, caller })!;
      return [affinityKey, position?.before, position?.now].filter((key) => key !== undefined);
    };
    const lists = [keysOf('key-1'), keysOf('key-2'), keysOf(''), keysOf(undefined)];
    const all = lists.flat();
    expect(new Set(all).size).toBe(all.length);
    expect(keysOf('key-1')).toEqual(lists[0]);
  });
});
