import * as t from 'io-ts';
import {
  decodeMember,
  errorAt,
  isJsonObject,
  missingIf,
  presentMember,
  type JsonObject,
} from './codec.js';

/** A member that is a list. */
export type ListMember<A> = Readonly<{
  name: string;
  /** `an array of clusters`, for messages. */
  what: string;
  codec: t.Decoder<unknown, A>;
  /** Otherwise an absent list is empty. */
  isRequired: boolean;
}>;

/** Decodes a list whole; its errors are added to `errors`. */
export const decodeList = <A>(
  json: JsonObject,
  context: t.Context,
  { name, what, codec, isRequired }: ListMember<A>,
  errors: t.Errors,
): readonly A[] => {
  const list = presentMember(json, name);
  if (list === undefined && !isRequired) return NOTHING;
  if (!Array.isArray(list)) {
    const problem = { code: 'wrong_type', expected: what } as const;
    errors.push(errorAt(context, name, list, missingIf(list, problem)));
    return NOTHING;
  }
  const place = t.appendContext(context, name, t.UnknownArray, list);
  return Object.freeze(
    list.flatMap((item: unknown, index) => {
      const value = decodeMember(codec, place, String(index), item, errors);
      return value === undefined ? [] : [value];
    }),
  );
};

/** An item of a list with its id, whatever else is wrong with it. */
export type Identified = Readonly<{ id: string; path: string; place: t.Context }>;

/** The items of a list that have a text as id, where they stand below `context`. */
export const identified = (
  json: JsonObject,
  context: t.Context,
  name: string,
  idName: string,
): readonly Identified[] => {
  const list = presentMember(json, name);
  if (!Array.isArray(list)) return NOTHING;
  const within = t.appendContext(context, name, t.UnknownArray, list);
  return list.flatMap((item: unknown, index) => {
    const id = isJsonObject(item) ? presentMember(item, idName) : undefined;
    if (typeof id !== 'string' || id === '') return [];
    const place = t.appendContext(within, String(index), t.unknown, item);
    return [{ id, path: `${name}[${String(index)}]`, place }];
  });
};

/** An error for each item whose id an earlier one has. */
export const duplicates = (
  json: JsonObject,
  context: t.Context,
  name: string,
  idName: string,
  uniqueWhere: string,
): t.Errors => duplicatesOf(identified(json, context, name, idName), idName, uniqueWhere);

/** The same over items that were found already. */
export const duplicatesOf = (
  items: readonly Identified[],
  idName: string,
  uniqueWhere: string,
): t.Errors => {
  const firstPathById = new Map<string, string>();
  return items.flatMap(({ id, path, place }) => {
    const first = firstPathById.get(id);
    if (first === undefined) {
      firstPathById.set(id, path);
      return [];
    }
    const expected = `an id ${uniqueWhere} (${first} has it already)`;
    return [errorAt(place, idName, id, { code: 'duplicate', expected })];
  });
};

const NOTHING: readonly never[] = Object.freeze([]);
