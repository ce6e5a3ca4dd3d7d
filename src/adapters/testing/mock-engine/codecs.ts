/** Codecs of what the mock engine is asked. It never writes these shapes. */
import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { decodeWith, errorHere, makeCodec, type Codec } from '../../../core/codec/codec.js';
import type { Fault } from '../../../core/codec/fault.js';
import { listOf } from '../../../core/codec/list-codec.js';
import { objectCodec, type Members } from '../../../core/codec/object-codec.js';
import { valueCodec } from '../../../core/codec/value-codec.js';

/** Checks a value with a codec; on failure returns the first fault. */
export const decode = <A>(codec: Codec<A>, value: unknown): Either<Fault, A> =>
  E.mapLeft((faults: readonly Fault[]) => faults[0]!)(decodeWith(codec, value));

/** A codec of values that pass a test. */
export const passing = <A>(expected: string, test: (json: unknown) => boolean): Codec<A> =>
  valueCodec<A>(expected, {
    problemOf: (json) => (test(json) ? undefined : { code: 'invalid_value', expected }),
    schema: {},
  });

export const string = passing<string>('string', (json) => typeof json === 'string');
export const boolean = passing<boolean>('boolean', (json) => typeof json === 'boolean');

const isCount = (json: unknown): boolean => Number.isSafeInteger(json) && (json as number) >= 0;

/** A whole number, 0 or more. */
export const count = passing<number>('a whole number, 0 or more', isCount);

/** A whole number, 1 or more. */
export const positiveCount = passing<number>(
  'a whole number, 1 or more',
  (json) => isCount(json) && json !== 0,
);

/** A time span in milliseconds, 0 or more. */
export const milliseconds = passing<number>(
  'milliseconds, 0 or more',
  (json) => typeof json === 'number' && json >= 0,
);

/** Text that can stand in a header. */
export const headerText = passing<string>(
  'visible ASCII text',
  (json) => typeof json === 'string' && /^[\x20-\x7e]+$/.test(json),
);

/**
 * An array of items of one kind.
 *
 * Reports its first wrong item and no other: a body may have millions, each with its own error.
 */
export const itemsOf = <A>(
  item: Codec<A>,
  what: string,
  size: 'any' | 'filled' = 'any',
): Codec<readonly A[]> =>
  listOf(item, {
    what,
    reports: 'the first',
    ...(size === 'filled' && { problemOfEmpty: { code: 'invalid_value', expected: what } }),
  });

/** Text, or a list. */
export const textOr = <A>(list: Codec<readonly A[]>): Codec<string | readonly A[]> => {
  const expected = `text or ${list.name}`;
  return makeCodec<string | readonly A[]>({
    name: expected,
    validate: (json, context) => {
      if (typeof json === 'string') return E.right(json);
      if (Array.isArray(json)) return list.validate(json, context);
      return E.left([errorHere(context, json, { code: 'invalid_value', expected })]);
    },
    encode: (value) => value,
    schema: () => ({}),
  });
};

/** An object of which more than these members may be there. */
export const shape = <A extends object>(members: Members<A>): Codec<A> =>
  objectCodec<A>('an object', { members });
