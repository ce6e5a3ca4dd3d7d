import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';

import type {
  CheckMethod,
  HeaderFault,
  HeaderSource,
} from '../../../../src/adapters/http/index.js';
import { parseRoutingHeaders } from '../../../../src/adapters/http/index.js';

type Lines = Readonly<Record<string, string>>;

const REQUIRED: Lines = { 'x-request-id': 'r-1', 'x-input-tokens': '512', 'x-model': 'm' };

const raw = (lines: Lines): string[] => Object.entries(lines).flat();

const parse = (source: HeaderSource, checkMethod?: CheckMethod) => {
  const parsed = parseRoutingHeaders(source, checkMethod);
  if (E.isLeft(parsed)) throw new Error(parsed.left.message);
  return parsed.right;
};

const fault = (source: HeaderSource, checkMethod?: CheckMethod): HeaderFault => {
  const parsed = parseRoutingHeaders(source, checkMethod);
  if (E.isRight(parsed)) throw new Error('expected a fault');
  return parsed.left;
};

const withLines = (lines: Lines): string[] => raw({ ...REQUIRED, ...lines });

/** The latin1 text that node makes of these bytes. */
const latin1 = (...bytes: readonly number[]): string => String.fromCharCode(...bytes);
const utf8AsLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

describe('the whole set', () => {
  test('the required headers alone give the defaults', () => {
    expect(parse(['X-Request-Id', 'r-1', 'X-Input-Tokens', '512', 'X-Model', 'm'])).toEqual({
      requestId: 'r-1',
      inputTokens: 512,
      model: 'm',
      routingKey: undefined,
      routingMethod: undefined,
      affinityKey: undefined,
      lastClusterId: undefined,
      priority: 0,
      requestSloMs: undefined,
      maxWaitMs: undefined,
      retryBudgetMs: undefined,
    });
  });

  test('every header is read', () => {
    const parsed = parse(
      withLines({
        'x-routing-key': 'rk',
        'x-routing-method': 'pulsar;seed=a',
        'x-cache-affinity-key': 'mt:v1:session:abc',
        'x-stargate-last-cluster-id': 'B',
        'x-priority': '5',
        'x-request-slo-ms': '2000',
        'x-max-wait-ms': '1500',
        'x-stargate-max-wait-ms': '0',
      }),
    );
    expect(parsed).toEqual({
      requestId: 'r-1',
      inputTokens: 512,
      model: 'm',
      routingKey: 'rk',
      routingMethod: 'pulsar;seed=a',
      affinityKey: 'mt:v1:session:abc',
      lastClusterId: 'B',
      priority: 5,
      requestSloMs: 2000,
      maxWaitMs: 1500,
      retryBudgetMs: 0,
    });
  });

  test('node headers and Fetch headers read like raw headers', () => {
    const lines = { ...REQUIRED, 'x-priority': '7', 'x-routing-key': 'rk' };
    expect(parse(lines)).toEqual(parse(raw(lines)));
    expect(parse(new Headers(lines))).toEqual(parse(raw(lines)));
  });

  test('names are compared without case, but an underscore is another name', () => {
    expect(parse(withLines({ 'X-PRIORITY': '3', x_routing_key: 'rk' }))).toMatchObject({
      priority: 3,
      routingKey: undefined,
    });
  });

  test('names such as __proto__ and constructor are ordinary unknown headers', () => {
    const lines = [...raw(REQUIRED), '__proto__', 'x', 'constructor', 'y', 'toString', 'z'];
    expect(parse(lines)).toEqual(parse(raw(REQUIRED)));
    expect(fault(['__proto__', 'x']).header).toBe('x-request-id');
  });

  test('a name without a value at the end of the list is ignored', () => {
    expect(parse([...raw(REQUIRED), 'x-priority']).priority).toBe(0);
  });
});

describe('order of validation', () => {
  const BAD: readonly (readonly [string, string, HeaderFault['code']])[] = [
    ['x-request-id', ' ', 'missing_header'],
    ['x-input-tokens', '1.5', 'invalid_header'],
    ['x-model', '', 'missing_header'],
    ['x-routing-method', 'a=b', 'malformed_expression'],
    ['x-priority', '-1', 'invalid_header'],
    ['x-max-wait-ms', '1e3', 'invalid_header'],
    ['x-request-slo-ms', 'soon', 'invalid_header'],
    ['x-stargate-max-wait-ms', '+1', 'invalid_header'],
  ];
  const check: CheckMethod = (text) => (text === 'a=b' ? 'position 1: expected ";"' : undefined);

  test.each(BAD.map(([header, , code], index) => ({ header, code, index })))(
    '$header is the answer when it and all later headers are bad',
    ({ header, code, index }) => {
      const bad = Object.fromEntries(BAD.slice(index).map(([name, value]) => [name, value]));
      // Reversed, so that the order on the wire cannot be what decides.
      const lines = Object.entries(withDefaults(bad)).reverse().flat();
      expect(fault(lines, check)).toMatchObject({ status: 400, code, header });
    },
  );

  const withDefaults = (bad: Lines): Lines => ({ ...REQUIRED, ...bad });
});

describe('required headers', () => {
  test.each(['x-request-id', 'x-input-tokens', 'x-model'])('absent %s is missing', (name) => {
    const lines = Object.entries(REQUIRED).filter(([key]) => key !== name);
    expect(fault(lines.flat())).toMatchObject({ code: 'missing_header', header: name });
  });

  test('the message tells header, expectation and that nothing came', () => {
    expect(fault([]).message).toBe(
      'x-request-id: expected visible ASCII text, given no such header',
    );
  });

  test.each(['', ' ', '\t \t', 'caf\u00e9', 'a\u0000b', 'a\tb', 'a\u007f', '\u00a0m'])(
    'a model of %j is blank or not visible ASCII, hence missing',
    (value) => {
      expect(fault(withLines({ 'x-model': value }))).toMatchObject({
        code: 'missing_header',
        header: 'x-model',
      });
    },
  );

  test('blank input tokens are invalid, not missing', () => {
    expect(fault(withLines({ 'x-input-tokens': '' }))).toMatchObject({
      code: 'invalid_header',
      header: 'x-input-tokens',
    });
  });
});

describe('strings', () => {
  test('outer spaces and tabs are trimmed, spaces inside are kept', () => {
    expect(parse(withLines({ 'x-model': ' \tmy model\t ' })).model).toBe('my model');
  });

  test.each(['', '  ', 'schl\u00fcssel', 'a\u0001'])(
    'an optional string of %j is absent, not a fault',
    (value) => {
      const lines = { 'x-cache-affinity-key': value, 'x-routing-key': value };
      expect(parse(withLines(lines))).toMatchObject({
        affinityKey: undefined,
        routingKey: undefined,
      });
    },
  );
});

describe('numbers', () => {
  test.each([
    ['0', 0],
    ['007', 7],
    [' 42\t', 42],
    ['0'.repeat(500) + '9', 9],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('a u64 of %j is read as %d', (text, value) => {
    expect(parse(withLines({ 'x-input-tokens': text })).inputTokens).toBe(value);
  });

  test.each(['9007199254740992', '18446744073709551615', '9'.repeat(4000)])(
    'a u64 of %s is past 2^53-1 and the message says so',
    (text) => {
      const { code, message } = fault(withLines({ 'x-input-tokens': text }));
      expect(code).toBe('invalid_header');
      expect(message).toContain('at most 9007199254740991 (2^53-1');
      expect(message.length).toBeLessThan(250);
    },
  );

  const BAD = ['', ' ', '+1', '-0', '1.0', '1e3', '1e309', '0x10', '1_000', '1,000', '1 2', 'NaN'];
  test.each([...BAD, 'Infinity', '\u0661', '\u00b2', '\u00a01', '1\u0000', '12n'])(
    'a number of %j is refused for every numeric header',
    (text) => {
      for (const header of [
        'x-input-tokens',
        'x-priority',
        'x-max-wait-ms',
        'x-request-slo-ms',
        'x-stargate-max-wait-ms',
      ]) {
        expect(fault(withLines({ [header]: text }))).toMatchObject({
          code: 'invalid_header',
          header,
        });
      }
    },
  );

  test('priority ends at 2^32-1', () => {
    expect(parse(withLines({ 'x-priority': '4294967295' })).priority).toBe(4294967295);
    expect(fault(withLines({ 'x-priority': '4294967296' })).message).toContain('4294967295');
  });

  test('max wait is capped at 60000, the retry budget and the SLO are not', () => {
    const parsed = parse(
      withLines({
        'x-max-wait-ms': '60001',
        'x-request-slo-ms': '90000',
        'x-stargate-max-wait-ms': '90000',
      }),
    );
    expect(parsed).toMatchObject({ maxWaitMs: 60000, requestSloMs: 90000, retryBudgetMs: 90000 });
  });

  test('the message shows at most 64 characters of the value, controls escaped', () => {
    const { message } = fault(
      withLines({ 'x-priority': `\u0000\u001b[2J\u0085${'x'.repeat(500)}` }),
    );
    expect(message).toContain('given "\\u{0}\\u{1b}[2J\\u{85}xxx');
    expect(/given (".*")$/.exec(message)?.[1]?.length).toBeLessThanOrEqual(64);
  });
});

describe('routing method', () => {
  test('absent means no method, and the check is not asked', () => {
    expect(parse(raw(REQUIRED), () => 'never asked').routingMethod).toBeUndefined();
  });

  test('the text reaches the check and the result as it stands', () => {
    const seen: string[] = [];
    const parsed = parse(withLines({ 'x-routing-method': 'W_a; n=1' }), (text) => {
      seen.push(text);
      return undefined;
    });
    expect([seen, parsed.routingMethod]).toEqual([['W_a; n=1'], 'W_a; n=1']);
  });

  test('the message of the check becomes the fault', () => {
    const line = withLines({ 'x-routing-method': 'pulsar;' });
    expect(fault(line, () => 'position 7: a trailing ";"')).toEqual({
      status: 400,
      code: 'malformed_expression',
      header: 'x-routing-method',
      message: 'position 7: a trailing ";"',
    });
  });

  test.each(['', '  ', latin1(0xff), latin1(0x70, 0xc3), latin1(0xed, 0xa0, 0x80)])(
    'blank or non-UTF-8 %j is malformed also without a check',
    (value) => {
      expect(fault(withLines({ 'x-routing-method': value }))).toMatchObject({
        code: 'malformed_expression',
        header: 'x-routing-method',
      });
    },
  );

  test('the check sees UTF-8 text, not latin1', () => {
    const seen: string[] = [];
    parse(withLines({ 'x-routing-method': utf8AsLatin1('pulsar;seed=\u00fc') }), (text) => {
      seen.push(text);
      return undefined;
    });
    expect(seen).toEqual(['pulsar;seed=\u00fc']);
  });
});

describe('last-cluster hint', () => {
  const hint = (value: string): string | undefined =>
    parse(withLines({ 'x-stargate-last-cluster-id': value })).lastClusterId;

  test('raw bytes are read as UTF-8', () => {
    expect(hint(utf8AsLatin1('K\u00f6ln-\u{1f3e0}'))).toBe('K\u00f6ln-\u{1f3e0}');
  });

  test.each(['', ' ', '\t', utf8AsLatin1('\u3000'), utf8AsLatin1('\u00a0 ')])(
    'blank %j is absent and no fault',
    (value) => {
      expect(hint(value)).toBeUndefined();
    },
  );

  test.each([
    ['a lone continuation byte', latin1(0x80)],
    ['a latin1 letter', 'K\u00f6ln'],
    ['a cut sequence', latin1(0x41, 0xe2, 0x82)],
    ['an overlong slash', latin1(0xc0, 0xaf)],
    ['a surrogate', latin1(0xed, 0xa0, 0x80)],
    ['a code point above the last', latin1(0xf4, 0x90, 0x80, 0x80)],
    ['characters that are no bytes', '\u0141'],
  ])('%s is not UTF-8, hence absent and no fault', (_name, value) => {
    expect(hint(value)).toBeUndefined();
  });

  test('a byte order mark is part of the id', () => {
    expect(hint(utf8AsLatin1('\ufeffB'))).toBe('\ufeffB');
  });

  test('outer spaces are trimmed', () => {
    expect(hint(' B ')).toBe('B');
  });

  test('it is read also without an affinity key: what it means is decided later', () => {
    expect(hint('B')).toBe('B');
  });
});

describe('duplicates', () => {
  test('the first raw line wins, also when it is bad', () => {
    const lines = [...raw(REQUIRED), 'X-Priority', '1', 'x-priority', '2', 'x-model', 'other'];
    expect(parse(lines)).toMatchObject({ priority: 1, model: 'm' });
    expect(fault(['x-request-id', '', ...raw(REQUIRED)]).header).toBe('x-request-id');
    expect(parse(['x-routing-key', '', 'x-routing-key', 'rk', ...raw(REQUIRED)])).toMatchObject({
      routingKey: undefined,
    });
  });

  test('the first of an array of values wins (node headersDistinct)', () => {
    expect(parse({ ...REQUIRED, 'x-priority': ['1', '2'] }).priority).toBe(1);
  });

  test('a number joined by Fetch or node is its first line', () => {
    const headers = new Headers(REQUIRED);
    headers.append('x-priority', '1');
    headers.append('x-priority', '2');
    expect(parse(headers).priority).toBe(1);
    expect(parse({ ...REQUIRED, 'x-priority': '1, nonsense' }).priority).toBe(1);
    expect(fault({ ...REQUIRED, 'x-priority': ', 1' }).header).toBe('x-priority');
  });

  test('on a raw line a comma in a number stays a fault', () => {
    expect(fault(withLines({ 'x-priority': '1, 2' })).header).toBe('x-priority');
  });

  test('other joined values are taken whole, since an id may hold a comma', () => {
    const headers = new Headers({ ...REQUIRED, 'x-cache-affinity-key': 'tenant, a' });
    expect(parse(headers).affinityKey).toBe('tenant, a');
  });
});
