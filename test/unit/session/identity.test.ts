import { createHash } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, test } from 'vitest';
import {
  sessionIdentity,
  type SessionIdentity,
  type SessionRequest,
} from '../../../src/adapters/session/index.js';

const sha = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** The bytes of a text as header values arrive: one character each. */
const asHeader = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const identityOf = (request: SessionRequest): SessionIdentity | undefined => {
  const result = sessionIdentity(request);
  if (E.isLeft(result)) throw new Error(result.left.message);
  return O.toUndefined(result.right);
};

const faultOf = (request: SessionRequest) => {
  const result = sessionIdentity(request);
  return E.isLeft(result) ? result.left : undefined;
};

const messages = [{ role: 'user', content: 'hello' }];

describe('precedence for chat completions', () => {
  test('prompt_cache_key comes before the header and the messages', () => {
    const body = { prompt_cache_key: 'key', conversation: 'conv', messages };
    expect(identityOf({ kind: 'chat', body, header: 'head' })).toEqual({
      source: 'prompt_cache_key',
      sessionId: 'key',
      affinityKey: `mt:v1:session:${sha('key')}`,
      eligible: true,
    });
  });

  test('the header comes before the messages, and conversation does not count', () => {
    const body = { conversation: 'conv', messages };
    expect(identityOf({ kind: 'chat', body, header: 'head' })).toMatchObject({
      source: 'header',
      sessionId: 'head',
      affinityKey: `mt:v1:session:${sha('head')}`,
      eligible: true,
    });
  });

  test('messages are the last resort, and such a session is not eligible', () => {
    const key = `mt:v1:payload:${sha('[{"content":"hello","role":"user"}]')}`;
    expect(identityOf({ kind: 'chat', body: { messages } })).toEqual({
      source: 'payload',
      sessionId: key,
      affinityKey: key,
      eligible: false,
    });
  });
});

describe('precedence for responses', () => {
  test('prompt_cache_key, conversation, header, input, in this order', () => {
    const body = { prompt_cache_key: 'key', conversation: 'conv', input: 'hi' };
    const source = (request: Omit<SessionRequest, 'kind'>) =>
      identityOf({ kind: 'responses', ...request })?.source;
    expect(source({ body, header: 'head' })).toBe('prompt_cache_key');
    expect(source({ body: { ...body, prompt_cache_key: '' }, header: 'head' })).toBe(
      'conversation_id',
    );
    expect(source({ body: { input: 'hi' }, header: 'head' })).toBe('header');
    expect(source({ body: { input: 'hi' } })).toBe('payload');
  });

  test('a conversation is a string or an object with an id', () => {
    const expected = { source: 'conversation_id', sessionId: 'conv-1', eligible: true };
    const body = (conversation: unknown) =>
      ({ kind: 'responses', body: { conversation } }) as const;
    expect(identityOf(body('conv-1'))).toMatchObject(expected);
    expect(identityOf(body({ id: 'conv-1', extra: 1 }))).toMatchObject(expected);
  });

  test('the same id gives the same affinity key, wherever it stood', () => {
    const affinityKey = `mt:v1:session:${sha('same')}`;
    const requests: SessionRequest[] = [
      { kind: 'chat', body: { prompt_cache_key: 'same' } },
      { kind: 'responses', body: { conversation: 'same' } },
      { kind: 'other', header: 'same' },
    ];
    for (const request of requests) expect(identityOf(request)).toMatchObject({ affinityKey });
  });
});

describe('other paths', () => {
  test('only the header counts', () => {
    const body = { prompt_cache_key: 'key', messages, input: 'hi' };
    expect(identityOf({ kind: 'other', body, header: 'head' })?.source).toBe('header');
    expect(identityOf({ kind: 'other', body })).toBeUndefined();
    expect(identityOf({ kind: 'other' })).toBeUndefined();
  });
});

describe('the header', () => {
  const key = `mt:v1:payload:${'0a'.repeat(32)}`;

  test('a value of the affinity key form is taken as it stands', () => {
    expect(identityOf({ kind: 'other', header: key })).toEqual({
      source: 'header',
      sessionId: key,
      affinityKey: key,
      eligible: true,
    });
  });

  test.each([
    `x${key}`,
    `${key}0`,
    key.slice(0, -1),
    key.replace('payload', ''),
    `${key} `,
    key.toUpperCase(),
    key.replace('0a', '0A'),
  ])('a value that only resembles the form is hashed: %s', (header) => {
    expect(identityOf({ kind: 'other', header })?.affinityKey).toBe(`mt:v1:session:${sha(header)}`);
  });

  test('a body value of the affinity key form is hashed', () => {
    expect(identityOf({ kind: 'chat', body: { prompt_cache_key: key } })?.affinityKey).toBe(
      `mt:v1:session:${sha(key)}`,
    );
  });

  test('its bytes are read as UTF-8, so that it equals the same id in a body', () => {
    expect(identityOf({ kind: 'other', header: asHeader('größe-集') })).toEqual({
      ...identityOf({ kind: 'chat', body: { prompt_cache_key: 'größe-集' } }),
      source: 'header',
    });
  });

  test('bytes that are not UTF-8 are read as latin1', () => {
    expect(identityOf({ kind: 'other', header: 'caf\xe9' })?.sessionId).toBe('café');
  });

  test('it is checked even when a body value wins', () => {
    const body = { prompt_cache_key: 'key' };
    expect(faultOf({ kind: 'chat', body, header: 'x'.repeat(257) })).toEqual({
      source: 'header',
      message: 'x-multi-turn-session-id: expected 1 to 256 bytes, given 257 bytes',
    });
  });

  test('an empty value is refused', () => {
    expect(faultOf({ kind: 'other', header: '' })?.source).toBe('header');
  });
});

describe('values that are no session id', () => {
  const sources = {
    prompt_cache_key: (id: string) => ({ kind: 'chat', body: { prompt_cache_key: id } }),
    conversation_id: (id: string) => ({ kind: 'responses', body: { conversation: { id } } }),
    header: (id: string) => ({ kind: 'other', header: asHeader(id) }),
  } as const satisfies Record<string, (id: string) => SessionRequest>;

  for (const [source, request] of Object.entries(sources)) {
    test(`${source}: 256 bytes pass and 257 do not, counted in UTF-8`, () => {
      expect(faultOf(request('é'.repeat(128)))).toBeUndefined();
      expect(faultOf(request(`é`.repeat(128) + 'x'))?.source).toBe(source);
      expect(faultOf(request('x'.repeat(256)))).toBeUndefined();
    });

    test.each(['a\nb', '\0', 'tab\t', 'del\x7f', 'c1\u0085'])(
      `${source}: control characters are refused`,
      (id) => {
        expect(faultOf(request(id))?.source).toBe(source);
        expect(faultOf(request(id))?.message).not.toContain(id);
      },
    );
  }

  test('half a surrogate pair is refused, as UTF-8 would confuse it with others', () => {
    expect(faultOf({ kind: 'chat', body: { prompt_cache_key: 'a\ud800' } })?.source).toBe(
      'prompt_cache_key',
    );
  });

  test.each([7, true, ['a'], { id: 'a' }])('prompt_cache_key of another type: %j', (value) => {
    expect(faultOf({ kind: 'chat', body: { prompt_cache_key: value } })?.source).toBe(
      'prompt_cache_key',
    );
  });

  test.each([7, false, ['a'], {}, { id: 7 }, { id: null }])(
    'conversation of another type: %j',
    (value) => {
      const body = { conversation: value };
      expect(faultOf({ kind: 'responses', body })?.source).toBe('conversation_id');
      expect(
        faultOf({ kind: 'responses', body: { ...body, prompt_cache_key: 'k' } }),
      ).toBeDefined();
    },
  );
});

describe('values that count as absent', () => {
  test.each([undefined, null, ''])('%j in the body is ignored', (value) => {
    const request = (header?: string): SessionRequest => ({
      kind: 'responses',
      body: { prompt_cache_key: value, conversation: value, input: value },
      header,
    });
    expect(identityOf(request('head'))?.source).toBe('header');
    expect(identityOf(request())).toBeUndefined();
  });

  test('an empty conversation id is ignored', () => {
    expect(identityOf({ kind: 'responses', body: { conversation: { id: '' } } })).toBeUndefined();
  });

  test.each([undefined, null, 'text', 3, [messages]])('a body that is no object: %j', (body) => {
    expect(identityOf({ kind: 'chat', body })).toBeUndefined();
  });

  test('what a prototype has is not in the body', () => {
    const body: unknown = Object.create({ prompt_cache_key: 'inherited', messages });
    expect(identityOf({ kind: 'chat', body })).toBeUndefined();
  });
});

describe('the payload key', () => {
  const keyOf = (payload: unknown) =>
    identityOf({ kind: 'responses', body: { input: payload } })?.affinityKey;

  test('is the hash of the canonical JSON of RFC 8785', () => {
    const payload: unknown = JSON.parse('{"b":[1e21,0.000001,-0],"\\u20ac":"\\u0007","a":true}');
    const canonical = '{"a":true,"b":[1e+21,0.000001,0],"€":"\\u0007"}';
    expect(keyOf(payload)).toBe(`mt:v1:payload:${sha(canonical)}`);
    expect(keyOf('hi')).toBe(`mt:v1:payload:${sha('"hi"')}`);
  });

  test('does not depend on the order of object members', () => {
    expect(keyOf({ a: 1, b: { c: 2, d: 3 } })).toBe(keyOf({ b: { d: 3, c: 2 }, a: 1 }));
    expect(keyOf([1, 2])).not.toBe(keyOf([2, 1]));
  });

  test('names such as __proto__ and toJSON are ordinary', () => {
    const payload: unknown = JSON.parse('{"toJSON":1,"__proto__":{"a":2}}');
    expect(keyOf(payload)).toBe(`mt:v1:payload:${sha('{"__proto__":{"a":2},"toJSON":1}')}`);
  });

  test('there is none where JSON has no canonical form', () => {
    expect(keyOf([JSON.parse('1e999')])).toBeUndefined();
  });

  test('does not depend on how deep the stack is', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(keyOf(JSON.parse(deep))).toBe(`mt:v1:payload:${sha(deep)}`);
  });
});
