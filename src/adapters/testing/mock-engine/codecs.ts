import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;

/** A whole number, 0 or more. */
export const count = t.refinement(t.number, isCount, 'a whole number, 0 or more');

/** A whole number, 1 or more. */
export const positiveCount = t.refinement(
  t.number,
  (value) => isCount(value) && value > 0,
  'a whole number, 1 or more',
);

/** A time span in milliseconds, 0 or more. */
export const milliseconds = t.refinement(
  t.number,
  (value) => value >= 0,
  'milliseconds, 0 or more',
);

/** Text that can stand in a header. */
export const headerText = t.refinement(
  t.string,
  (value) => /^[\x20-\x7e]+$/.test(value),
  'visible ASCII text',
);

/** What may be left out or null. */
export const nullish = <A>(codec: t.Type<A>) => t.union([codec, t.null, t.undefined], codec.name);

/**
 * An array of items of one kind.
 *
 * Reports its first wrong item and no other: a body may have millions, each with its own error.
 */
export const listOf = <A, O>(item: t.Type<A, O>, name: string): t.Type<A[], O[]> =>
  new t.Type(
    name,
    (value): value is A[] => Array.isArray(value) && value.every(item.is),
    (value, context) => {
      if (!Array.isArray(value)) return t.failure(value, context);
      for (let i = 0; i < value.length; i += 1) {
        const read = item.validate(value[i], t.appendContext(context, String(i), item, value[i]));
        if (E.isLeft(read)) return read;
      }
      return t.success(value as A[]);
    },
    (items) => items.map(item.encode),
  );
