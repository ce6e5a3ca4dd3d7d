import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { decodeWith, type Codec } from '../../../../src/core/codec/codec.js';
import { secret } from '../../../../src/core/codec/fault.js';
import { listOf, uniqueBy } from '../../../../src/core/codec/list-codec.js';
import {
  allOptional,
  defaulted,
  mapCodec,
  objectCodec,
  optional,
  recordOf,
  required,
  requiredUnless,
  type Members,
} from '../../../../src/core/codec/object-codec.js';
import { amount, id, text, yesOrNo } from '../../../../src/core/codec/value-codec.js';
import { readSource } from '../../../../build/rooms/source-files.js';

type Engine = Readonly<{ id: string; rttMs: number; isWarm: boolean; note?: string }>;

const MEMBERS: Members<Engine> = {
  id: required('id', id),
  rttMs: defaulted('rtt_ms', amount, 5),
  isWarm: defaulted('warm', yesOrNo, false),
  note: optional('note', text),
};

const engine = objectCodec<Engine>('Engine', {
  members: MEMBERS,
  unknown: 'refused',
  passing: ['$schema'],
});

const faultsOf = <A>(codec: Codec<A>, json: unknown): readonly string[] => {
  const decoded = decodeWith(codec, json);
  return E.isLeft(decoded) ? decoded.left.map(({ code, message }) => `${code} ${message}`) : [];
};

describe('a table of members', () => {
  test('reads what is there, and defaults where nothing or null is', () => {
    expect(decodeWith(engine, { id: 'a', rtt_ms: null })).toStrictEqual(
      E.right({ id: 'a', rttMs: 5, isWarm: false }),
    );
    expect(decodeWith(engine, { id: 'a', warm: true, note: '', $schema: 'x' })).toStrictEqual(
      E.right({ id: 'a', rttMs: 5, isWarm: true, note: '' }),
    );
  });

  test('writes what it reads back equal', () => {
    const value: Engine = { id: 'a', rttMs: 1, isWarm: true, note: 'n' };
    expect(engine.encode(value)).toEqual({ id: 'a', rtt_ms: 1, warm: true, note: 'n' });
    expect(decodeWith(engine, engine.encode(value))).toStrictEqual(E.right(value));
  });

  test('freezes what it reads', () => {
    const decoded = decodeWith(engine, { id: 'a' });
    expect(E.isRight(decoded) && Object.isFrozen(decoded.right)).toBe(true);
  });

  test('reports every fault: missing, wrong and unknown members, with a suggestion', () => {
    expect(faultsOf(engine, { rtt_ms: -1, warn: true })).toEqual([
      'missing id: expected a non-empty string, given nothing',
      'out_of_range rtt_ms: expected a finite number >= 0, given -1',
      'unknown_field warn: expected one of the fields id, rtt_ms, warm, note (did you mean "warm"?), given true',
    ]);
  });

  test('looks at own members only', () => {
    expect(faultsOf(engine, Object.create({ id: 'a' }))).toHaveLength(1);
    expect(faultsOf(engine, JSON.parse('{"id":"a","__proto__":{}}'))).toHaveLength(1);
  });

  test('can take null for a value, demand one of two members, and make all optional', () => {
    const strict = objectCodec<Engine>('Engine', { members: MEMBERS, nullIs: 'a value' });
    expect(faultsOf(strict, { id: 'a', rtt_ms: null })).toHaveLength(1);
    const either = objectCodec<{ id?: string; note?: string }>('Either', {
      members: { id: requiredUnless('note', 'id', id), note: optional('note', text) },
    });
    expect(faultsOf(either, { note: 'n' })).toEqual([]);
    expect(faultsOf(either, {})).toHaveLength(1);
    const part = objectCodec<Partial<Engine>>('Part', { members: allOptional<Engine>(MEMBERS) });
    expect(decodeWith(part, {})).toStrictEqual(E.right({}));
  });

  test('hides what may be a secret, and counts its characters', () => {
    const hiding = objectCodec<Engine>('Engine', {
      members: MEMBERS,
      unknown: 'refused',
      shown: secret,
    });
    expect(faultsOf(hiding, { id: 'a', key: 'k' })[0]).toContain(
      'given a text of 1 character, not shown',
    );
    expect(faultsOf(hiding, { id: 'a', key: 'sk-1' })[0]).toContain(
      'given a text of 4 characters, not shown',
    );
  });

  test('gives the JSON Schema of what it reads', () => {
    expect(engine.schema()).toEqual({
      type: 'object',
      title: 'Engine',
      properties: {
        $schema: { type: 'string' },
        id: { type: 'string', minLength: 1 },
        rtt_ms: { type: 'number', minimum: 0, default: 5 },
        warm: { type: 'boolean', default: false },
        note: { type: 'string' },
      },
      required: ['id'],
      additionalProperties: false,
    });
  });
});

describe('a list', () => {
  const list = listOf(engine, { what: 'engines', unique: uniqueBy('id', 'unique here') });
  const holder = objectCodec<{ engines: readonly Engine[] }>('Holder', {
    members: { engines: required('engines', list) },
  });

  test('is read whole, and an id counts as taken where the rest of its item is wrong', () => {
    expect(faultsOf(holder, { engines: [{ id: 'a', warm: 1 }, 7, { id: 'a' }] })).toEqual([
      'wrong_type engines[0].warm: expected a boolean, given 1',
      'wrong_type engines[1]: expected an object, given 7',
      'duplicate engines[2].id: expected an id unique here (engines[0] has it already), given "a"',
    ]);
  });
});

describe('an object of like members', () => {
  const record = recordOf('Counts', {
    codecFor: () => amount,
    presence: 'optional',
    problemOfKey: (key) => (key === 'x' ? { code: 'invalid_value', expected: 'no x' } : undefined),
    schema: () => ({}),
  });

  test('judges keys and values', () => {
    expect(decodeWith(record, { a: 1, b: null })).toEqual(E.right({ a: 1 }));
    expect(faultsOf(record, { a: '1', x: 1 })).toHaveLength(2);
  });

  test('may be read into another form, and back', () => {
    const map = mapCodec(
      record,
      (counts) => new Map(Object.entries(counts)),
      (counts: Map<string, number>) => Object.fromEntries(counts),
    );
    expect(decodeWith(map, { a: 1 })).toEqual(E.right(new Map([['a', 1]])));
    expect(map.encode(new Map([['a', 1]]))).toEqual({ a: 1 });
  });
});

test('io-ts is used in one way: by the makers of codecs, elsewhere for its types only', () => {
  const users = readSource()
    .filter(({ text: source }) => /^import (?!type ).*'io-ts/m.test(source))
    .map(({ path }) => path);
  expect(users.filter((path) => !path.startsWith('src/core/codec/'))).toEqual([]);
});
