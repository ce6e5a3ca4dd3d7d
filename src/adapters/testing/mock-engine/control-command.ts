import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { fault } from '../../../core/codec/fault.js';
import type { Fault } from '../../../core/codec/fault.js';
import { positiveCount } from './codecs.js';
import { decode } from './decode.js';
import { FAILURES } from './failure.js';
import type { Failure } from './failure.js';

const factor = t.refinement(t.number, (value) => value > 0, 'a number above 0');

const COMMANDS = {
  fill: t.exact(
    t.intersection([t.type({ action: t.literal('fill') }), t.partial({ count: positiveCount })]),
  ),
  drain: t.exact(t.type({ action: t.literal('drain') })),
  slow: t.exact(t.type({ action: t.literal('slow'), factor })),
  reset: t.exact(t.type({ action: t.literal('reset') })),
} as const;

type Command = t.TypeOf<(typeof COMMANDS)[keyof typeof COMMANDS]>;

/** An order to the engine, from the body of `POST /mock/control`. */
export type ControlCommand = Command | Readonly<{ action: 'fail'; failure: Failure }>;

/**
 * Reads an order: an object with an `action` and the fields of that action, names in snake_case.
 *
 * Unknown fields are faults: a misspelt one would make a test pass for the wrong reason.
 */
export const parseControlCommand = (body: unknown): Either<Fault, ControlCommand> =>
  pipe(
    decode(Head, body),
    E.flatMap((head): Either<Fault, ControlCommand> => {
      const fields = camelKeys(body as object);
      if (head.action !== 'fail') return decodeExactly<Command>(COMMANDS[head.action], fields);
      delete fields['action'];
      return pipe(
        decode(FailureHead, fields),
        E.flatMap(({ mode }) => decodeExactly<Failure>(FAILURES[mode], fields)),
        E.map((failure) => ({ action: 'fail', failure })),
      );
    }),
    E.mapLeft(withSnakePath),
  );

const oneOf = <K extends string>(keys: Readonly<Record<K, unknown>>) =>
  t.keyof(keys, `one of ${Object.keys(keys).join(', ')}`);

const Head = t.type({ action: oneOf({ ...COMMANDS, fail: null }) }, 'an object');
const FailureHead = t.type({ mode: oneOf(FAILURES) }, 'an object');

const decodeExactly = <A>(codec: t.Decoder<unknown, A>, fields: object): Either<Fault, A> =>
  pipe(
    decode(codec, fields),
    E.flatMap((value) => {
      const unknown = Object.keys(fields).find((key) => !Object.hasOwn(value as object, key));
      return unknown === undefined ? E.right(value) : E.left(unknownField(unknown, fields));
    }),
  );

const unknownField = (key: string, fields: object): Fault =>
  fault({
    code: 'unknown_field',
    path: key,
    expected: 'no such field for this action',
    given: (fields as Record<string, unknown>)[key],
  });

const withSnakePath = (found: Fault): Fault => ({
  ...found,
  path: snakeCase(found.path),
  message: found.message.replace(found.path, snakeCase(found.path)),
});

const camelKeys = (body: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).map(([key, value]) => [camelCase(key), value]));

const camelCase = (key: string): string =>
  key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const snakeCase = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
