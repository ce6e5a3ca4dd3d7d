import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import {
  about,
  errorAt,
  errorHere,
  isJsonObject,
  makeCodec,
  presentMember,
  within,
} from './codec.js';
import type { Codec, JsonObject } from './codec.js';
import type { Problem } from './fault.js';

/** What no two items of a list may share. */
export type Uniqueness = Readonly<{
  /** Undefined: the item has no key, which is another fault or none. */
  keyOf: (item: JsonObject) => string | undefined;
  /** The member that a fault is about; without one it is about the item. */
  member?: string;
  /** Describes what was expected, given the place of the item that has the key already. */
  expected: (first: string) => string;
  /** What a fault is about, for its message. */
  label?: (item: JsonObject) => string | undefined;
}>;

/** How a list is read. */
export type ListSpec = Readonly<{
  /** `an array of clusters`, for messages. */
  what: string;
  /** A key counts as taken even where the rest of its item is wrong. */
  unique?: Uniqueness;
  /** Whether the errors of all items are reported, or those of the first wrong one. */
  reports?: 'all' | 'the first';
  /** An empty list is a fault. */
  problemOfEmpty?: Problem;
  /** What a fault shows of what is no such list. */
  shown?: (json: unknown) => unknown;
}>;

/** Decodes a list whole and freezes it. */
export const listOf = <A>(
  item: Codec<A>,
  { what, unique, reports = 'all', problemOfEmpty, shown = (json) => json }: ListSpec,
): Codec<readonly A[]> =>
  makeCodec<readonly A[]>({
    name: what,
    validate: (json, context) => {
      if (!Array.isArray(json)) {
        return t.failures([
          errorHere(context, shown(json), { code: 'wrong_type', expected: what }),
        ]);
      }
      if (json.length === 0 && problemOfEmpty) {
        return t.failures([errorHere(context, json, problemOfEmpty)]);
      }
      const errors: t.Errors = [];
      const values: A[] = [];
      const firstByKey = new Map<string, number>();
      const isDone = () => reports === 'the first' && errors.length > 0;
      for (let i = 0; i < json.length && !isDone(); i++) {
        const given: unknown = json[i];
        const decoded = item.validate(given, within(context, String(i), given));
        if (E.isRight(decoded)) values.push(decoded.right);
        else for (const error of decoded.left) errors.push(error);
        const repeated = unique && repetition(unique, given, i, firstByKey, context);
        if (repeated) errors.push(...repeated);
      }
      return errors.length > 0 ? t.failures(errors) : t.success(Object.freeze(values));
    },
    encode: (values) => values.map((value) => item.encode(value)),
    schema: () => ({ type: 'array', items: item.schema(), ...(problemOfEmpty && { minItems: 1 }) }),
  });

const repetition = (
  unique: Uniqueness,
  given: unknown,
  index: number,
  firstByKey: Map<string, number>,
  context: t.Context,
): t.Errors | undefined => {
  const key = isJsonObject(given) ? unique.keyOf(given) : undefined;
  if (key === undefined) return undefined;
  const first = firstByKey.get(key);
  if (first === undefined) {
    firstByKey.set(key, index);
    return undefined;
  }
  const item = given as JsonObject;
  const place = `${context.at(-1)!.key}[${String(first)}]`;
  const problem = { code: 'duplicate', expected: unique.expected(place) } as const;
  const at = within(context, String(index), item);
  const error =
    unique.member === undefined
      ? errorHere(at, item, problem)
      : errorAt(at, unique.member, item[unique.member], problem);
  return about([error], unique.label?.(item));
};

/** Uniqueness of a text member, such as an id. */
export const uniqueBy = (
  member: string,
  uniqueWhere: string,
  label?: Uniqueness['label'],
): Uniqueness => ({
  keyOf: (item) => {
    const key = presentMember(item, member);
    return typeof key === 'string' && key !== '' ? key : undefined;
  },
  member,
  expected: (first) => `an id ${uniqueWhere} (${first} has it already)`,
  ...(label && { label }),
});
