/** Codecs of single values: texts, numbers and names. */
import { identity } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { errorHere, makeCodec, type Codec, type JsonSchema } from './codec.js';
import type { Problem } from './fault.js';
import { checkNumber, describeRange, type NumberRange } from './number-range.js';
import {
  checkHeaderText,
  checkId,
  checkText,
  checkTravellingId,
  HEADER_TEXT,
  ID_MAX_BYTES,
} from './text-check.js';

/** How a single value is read. */
export type ValueSpec<A> = Readonly<{
  /** What is wrong with a value that is there; undefined when nothing is. */
  problemOf: (json: unknown) => Problem | undefined;
  schema: JsonSchema;
  /** Makes the value of JSON that has no problem. Default: it is that. */
  read?: (json: never) => A;
  write?: (value: A) => unknown;
  /** What a fault shows of a wrong value, where that could be a secret. */
  shown?: (json: unknown) => unknown;
}>;

/** A codec of values that a check finds nothing wrong with. */
export const valueCodec = <A>(name: string, spec: ValueSpec<A>): Codec<A> => {
  const { problemOf, schema } = spec;
  const read = (spec.read ?? identity) as (json: unknown) => A;
  const shown = spec.shown ?? identity;
  return makeCodec<A>({
    name,
    validate: (json, context) => {
      const problem = problemOf(json);
      return problem === undefined
        ? t.success(read(json))
        : t.failures([errorHere(context, shown(json), problem)]);
    },
    encode: spec.write ?? identity,
    schema: () => schema,
    value: { problemOf, read, shown },
  });
};

/** Text that is hashed or compared as UTF-8. */
export const text = valueCodec<string>('text', {
  problemOf: checkText,
  schema: { type: 'string' },
});

/** A non-empty text. */
export const id = valueCodec<string>('id', {
  problemOf: checkId,
  schema: { type: 'string', minLength: 1 },
});

/** An id that travels in a header as UTF-8. */
export const travellingId = valueCodec<string>('id', {
  problemOf: checkTravellingId,
  schema: { type: 'string', minLength: 1, maxLength: ID_MAX_BYTES },
});

/** A model id, which travels in a header as it is. */
export const headerText = valueCodec<string>('header text', {
  problemOf: checkHeaderText,
  schema: { type: 'string', pattern: HEADER_TEXT.source, maxLength: ID_MAX_BYTES },
});

/** Any string, also one that UTF-8 cannot carry. */
export const anyString = (expected: string): Codec<string> =>
  valueCodec('string', {
    problemOf: (json) => (typeof json === 'string' ? undefined : { code: 'wrong_type', expected }),
    schema: { type: 'string' },
  });

/** True or false. */
export const yesOrNo = valueCodec<boolean>('boolean', {
  problemOf: (json) =>
    typeof json === 'boolean' ? undefined : { code: 'wrong_type', expected: 'a boolean' },
  schema: { type: 'boolean' },
});

/** A number of that range. JSON can spell -0, which is 0. */
export const numberIn = (range: NumberRange): Codec<number> =>
  valueCodec<number>(describeRange(range), {
    problemOf: (json) => checkNumber(json, range),
    schema: numberSchema(range),
    read: (json: number) => json + 0,
  });

/** The JSON Schema of the numbers of a range. */
export const numberSchema = ({ wholeOnly, min, max }: NumberRange): JsonSchema => ({
  type: wholeOnly ? 'integer' : 'number',
  ...(min > -Number.MAX_VALUE && { minimum: min }),
  ...(max < Number.MAX_VALUE && { maximum: max }),
});

/** Finite and not negative. */
export const amount = numberIn({ wholeOnly: false, min: 0, max: Number.MAX_VALUE });

/** One of a closed list of names. */
export const nameIn = <Name extends string>(
  names: readonly Name[],
  expected = `one of ${names.join(', ')}`,
): Codec<Name> =>
  valueCodec<Name>('name', {
    problemOf: (json) => {
      if (names.includes(json as Name)) return undefined;
      return { code: typeof json === 'string' ? 'invalid_value' : 'wrong_type', expected };
    },
    schema: { enum: names },
  });
