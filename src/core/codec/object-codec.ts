/**
 * The one reader of JSON objects: a table of members, from which decoding, encoding and the JSON
 * Schema follow.
 *
 * Every fault of an object is reported, each with its path. Members are own members only, and
 * null counts as absent unless the table says otherwise.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import {
  about,
  errorAt,
  errorHere,
  isJsonObject,
  makeCodec,
  ownMember,
  presentMember,
  within,
} from './codec.js';
import type { Codec, JsonObject, JsonSchema } from './codec.js';
import type { Problem } from './fault.js';
import { didYouMean } from './nearest-name.js';

/** A member of an object: its name in JSON, what it holds, and what stands in for an absent one. */
export type Member<A> = Readonly<{
  name: string;
  codec: Codec<A>;
  presence: 'required' | 'optional' | 'defaulted';
  /** JSON that an absent member is read as. */
  absent?: unknown;
  /** A required member may be absent where this one is there. */
  unless?: string | undefined;
  /** For people, in the JSON Schema. */
  effect?: string | undefined;
  /** Left out of the JSON Schema: it is read to say why it does not belong. */
  isHidden?: boolean;
}>;

/** A member that has to be there. */
export const required = <A>(name: string, codec: Codec<A>, effect?: string): Member<A> => ({
  name,
  codec,
  presence: 'required',
  effect,
});

/** A member that has to be there where another one is not. */
export const requiredUnless = <A>(unless: string, name: string, codec: Codec<A>): Member<A> => ({
  name,
  codec,
  presence: 'required',
  unless,
});

/** A member that may be left out, and then is absent from what is read, too. */
export const optional = <A>(name: string, codec: Codec<A>, effect?: string): Member<A> => ({
  name,
  codec,
  presence: 'optional',
  effect,
});

/** A member that may be left out, and then is read as the JSON `absent`. */
export const defaulted = <A>(
  name: string,
  codec: Codec<A>,
  absent: unknown,
  effect?: string,
): Member<A> => ({ name, codec, presence: 'defaulted', absent, effect });

/** The table of members of an object, by the keys of what is read. */
export type Members<A> = { readonly [K in keyof A]-?: Member<Exclude<A[K], undefined>> };

/** The same members, each of which may stay absent. */
export const allOptional = <A extends object>(members: Members<A>): Members<Partial<A>> =>
  Object.fromEntries(
    namedMembers(members).map(([key, { name, codec, effect }]) => [
      key,
      optional(name, codec, effect),
    ]),
  ) as unknown as Members<Partial<A>>;

/** How an object is read. */
export type ObjectSpec<A> = Readonly<{
  members: Members<A>;
  /** Whether other members are faults, or which. Default: they are ignored. */
  unknown?: 'ignored' | 'refused' | ((name: string) => Problem);
  /** Names of members that pass without being read. */
  passing?: readonly string[];
  /** Whether null is a value like any other. Default: it counts as absent. */
  nullIs?: 'absent' | 'a value';
  /** What faults are about, for their messages. */
  label?: (json: JsonObject) => string | undefined;
  /** What is wrong with an object without any member. */
  problemOfEmpty?: Problem;
  /** What is wrong with the members together. */
  check?: (json: JsonObject, context: t.Context) => t.Errors;
  /** What a fault shows of the value of an unknown member. */
  shown?: (json: unknown) => unknown;
  description?: string;
}>;

/** Decodes an object and freezes it. */
export const objectCodec = <A extends object>(name: string, spec: ObjectSpec<A>): Codec<A> => {
  const members = namedMembers(spec.members);
  return makeCodec<A>({
    name,
    validate: (json, context) => {
      if (!isJsonObject(json)) {
        return t.failures([
          errorHere(context, json, { code: 'wrong_type', expected: 'an object' }),
        ]);
      }
      if (spec.problemOfEmpty && Object.keys(json).length === 0) {
        return t.failures([errorHere(context, json, spec.problemOfEmpty)]);
      }
      const errors: t.Errors = [];
      const value: Record<string, unknown> = {};
      for (const [key, member] of members) {
        const read = readMember(json, member, spec.nullIs === 'a value', context, errors);
        if (read !== undefined) value[key] = read;
      }
      if (refusesUnknown(spec)) noteUnknown(json, spec, members, context, errors);
      if (spec.check) for (const error of spec.check(json, context)) errors.push(error);
      return errors.length > 0
        ? t.failures(about(errors, spec.label?.(json)))
        : t.success(Object.freeze(value) as A);
    },
    encode: (value) => encodeMembers(value as Record<string, unknown>, members),
    schema: () => objectSchema(name, spec, members),
  });
};

/** The value of a member; undefined where it is absent or wrong, which adds to `errors`. */
const readMember = <A>(
  json: JsonObject,
  { name, codec, presence, absent, unless }: Member<A>,
  isNullValue: boolean,
  context: t.Context,
  errors: t.Errors,
): A | undefined => {
  let given = ownMember(json, name);
  if (given === null && !isNullValue) given = undefined;
  if (given === undefined) {
    const isCovered = unless !== undefined && presentMember(json, unless) !== undefined;
    if (isCovered || presence === 'optional') return undefined;
    given = absent;
  }
  return readAt(name, given, codec, context, errors);
};

const readAt = <A>(
  name: string,
  given: unknown,
  codec: Codec<A>,
  context: t.Context,
  errors: t.Errors,
): A | undefined => {
  if (codec.value !== undefined) {
    const problem = codec.value.problemOf(given);
    if (problem === undefined) return codec.value.read(given);
    errors.push(errorAt(context, name, codec.value.shown(given), problem));
    return undefined;
  }
  const decoded = codec.validate(given, within(context, name, given));
  if (E.isRight(decoded)) return decoded.right;
  for (const error of decoded.left) errors.push(error);
  return undefined;
};

type NamedMembers = readonly (readonly [key: string, Member<unknown>])[];

/** All of one shape, as thousands of clusters are read by them. */
const namedMembers = (members: object): NamedMembers =>
  Object.entries(members as Readonly<Record<string, Member<unknown>>>).map(([key, member]) => [
    key,
    { ...EMPTY_MEMBER, ...member },
  ]);

const EMPTY_MEMBER = {
  name: '',
  codec: undefined,
  presence: 'required',
  absent: undefined,
  unless: undefined,
  effect: undefined,
  isHidden: false,
} as const;

type AnySpec = Omit<ObjectSpec<object>, 'members'>;

const refusesUnknown = ({ unknown = 'ignored' }: AnySpec): boolean => unknown !== 'ignored';

const noteUnknown = (
  json: JsonObject,
  { unknown, passing = [], shown }: AnySpec,
  members: NamedMembers,
  context: t.Context,
  errors: t.Errors,
): void => {
  const known = members.map(([, { name }]) => name);
  for (const name of Object.keys(json)) {
    if (known.includes(name) || passing.includes(name) || json[name] === undefined) continue;
    const given = shown === undefined ? json[name] : shown(json[name]);
    const problem = typeof unknown === 'function' ? unknown(name) : unknownField(name, known);
    errors.push(errorAt(context, name, given, problem));
  }
};

const unknownField = (name: string, known: readonly string[]): Problem => ({
  code: 'unknown_field',
  expected: `one of the fields ${known.join(', ')}${didYouMean(name, known)}`,
});

const encodeMembers = (value: Record<string, unknown>, members: NamedMembers): JsonObject => {
  const json: Record<string, unknown> = {};
  for (const [key, { name, codec }] of members) {
    if (value[key] !== undefined) json[name] = codec.encode(value[key]);
  }
  return json;
};

const objectSchema = (name: string, spec: AnySpec, members: NamedMembers): JsonSchema => {
  const { passing = [], description } = spec;
  const needed = members.filter(
    ([, { presence, unless }]) => presence === 'required' && unless === undefined,
  );
  return {
    type: 'object',
    title: name,
    ...(description !== undefined && { description }),
    properties: Object.fromEntries([
      ...passing.map((name) => [name, { type: 'string' }]),
      ...members
        .filter(([, { isHidden }]) => isHidden !== true)
        .map(([, member]) => [member.name, memberSchema(member)]),
    ]) as JsonSchema,
    ...(needed.length > 0 && { required: needed.map(([, { name }]) => name) }),
    ...(refusesUnknown(spec) && { additionalProperties: false }),
  };
};

const memberSchema = ({ codec, absent, effect }: Member<unknown>): JsonSchema => ({
  ...(effect !== undefined && { description: effect }),
  ...(typeof absent !== 'object' && absent !== undefined && { default: absent }),
  ...codec.schema(),
});

/** The same codec for another form of what is read; `to` may look at where it stands. */
export const mapCodec = <A, B>(
  codec: Codec<A>,
  to: (value: A, json: JsonObject, context: t.Context) => NoInfer<B>,
  from: (value: B) => A,
): Codec<B> =>
  makeCodec<B>({
    name: codec.name,
    validate: (json, context) => {
      const decoded = codec.validate(json, context);
      return E.isRight(decoded)
        ? t.success(to(decoded.right, json as JsonObject, context))
        : decoded;
    },
    encode: (value) => codec.encode(from(value)),
    schema: codec.schema,
  });

/** Decodes an object whose members all hold the same, by a key that is checked, too. */
export const recordOf = <A>(
  name: string,
  spec: RecordSpec<A>,
): Codec<Readonly<Record<string, A>>> =>
  makeCodec<Readonly<Record<string, A>>>({
    name,
    validate: (json, context) => {
      if (!isJsonObject(json)) {
        return t.failures([
          errorHere(context, json, { code: 'wrong_type', expected: 'an object' }),
        ]);
      }
      const errors: t.Errors = [];
      const values: Record<string, A> = {};
      const keys = Object.keys(json);
      for (const key of keys) {
        const problem = spec.problemOfKey?.(key, keys);
        if (problem) errors.push(errorAt(context, key, key, problem));
        const given = json[key];
        if (spec.presence === 'optional' && (given ?? undefined) === undefined) continue;
        const read = readAt(key, given, spec.codecFor(key), context, errors);
        if (read !== undefined) setOwn(values, key, read);
      }
      return errors.length > 0 ? t.failures(errors) : t.success(Object.freeze(values));
    },
    encode: (values) =>
      Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, spec.codecFor(key).encode(value)]),
      ),
    schema: spec.schema,
  });

/** Setting `__proto__` in the usual way would make no member of it. */
const setOwn = <A>(values: Record<string, A>, key: string, value: A): void => {
  if (key !== '__proto__') values[key] = value;
  else Object.defineProperty(values, key, { value, enumerable: true });
};

/** How an object of like members is read. */
export type RecordSpec<A> = Readonly<{
  codecFor: (key: string) => Codec<A>;
  /** Whether a member that is null counts as absent (`optional`) or as a value. */
  presence: 'required' | 'optional';
  /** What is wrong with a key, given all keys. */
  problemOfKey?: (key: string, keys: readonly string[]) => Problem | undefined;
  schema: () => JsonSchema;
}>;
