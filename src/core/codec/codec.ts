/**
 * What every codec of ours is: an io-ts decoder whose errors become faults, an encoder, and the
 * JSON Schema of what it reads.
 *
 * Codecs are made by `valueCodec`, `listOf` and `objectCodec`. None is a guard: values of our own
 * are typed already.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { describeGiven, fault, type Fault, type Problem } from './fault.js';

/** A JSON Schema of draft 2020-12, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Reads JSON of one shape, and writes it so that it is read back equal. */
export type Codec<A> = t.Decoder<unknown, A> &
  t.Encoder<A, unknown> &
  Readonly<{
    schema: () => JsonSchema;
    /** Of single values: what is wrong with one, found without an io-ts context. */
    value?: Readonly<{
      problemOf: (json: unknown) => Problem | undefined;
      read: (json: unknown) => A;
      /** What a fault shows of a wrong one. */
      shown: (json: unknown) => unknown;
    }>;
  }>;

/** The type a codec reads. */
export type Decoded<C> = C extends Codec<infer A> ? A : never;

/** Completes a codec. */
export const makeCodec = <A>(parts: Omit<Codec<A>, 'decode'>): Codec<A> => {
  const codec: Codec<A> = {
    ...parts,
    decode: (json) => parts.validate(json, [{ key: '', type: codec, actual: json }]),
  };
  return codec;
};

/** An io-ts error that also carries what a fault needs. */
export type CodecError = t.ValidationError & Problem & Readonly<{ about?: string | undefined }>;

/** Decodes `json`, which stands at `path`, into a value or every fault in it. */
export const decodeWith = <A>(
  codec: t.Decoder<unknown, A>,
  json: unknown,
  path = '',
): E.Either<readonly Fault[], A> => {
  const decoded = codec.validate(json, [{ key: path, type: codec, actual: json }]);
  return E.isRight(decoded) ? decoded : E.left(decoded.left.map(toFault));
};

/** The context of a member of the object or array at `context`. */
export const within = (context: t.Context, key: string, value: unknown): t.Context =>
  t.appendContext(context, key, t.unknown, value);

/** The error for a value at `context`; one that is not there at all is missing. */
export const errorHere = (context: t.Context, given: unknown, problem: Problem): CodecError => ({
  ...problem,
  value: given,
  context,
  code: given === undefined ? 'missing' : problem.code,
});

/** The error for a member of the object or array at `context`. */
export const errorAt = (
  context: t.Context,
  key: string,
  given: unknown,
  problem: Problem,
): CodecError => errorHere(within(context, key, given), given, problem);

/** Says what the errors are about, for their messages; errors that know better keep theirs. */
export const about = (errors: t.Errors, subject: string | undefined): t.Errors =>
  subject === undefined ? errors : errors.map((error) => ({ about: subject, ...error }));

/** The JSON path of a context; the key of its first entry is the path of the whole. */
export const pathOf = (context: t.Context): string => {
  let path = context[0]?.key ?? '';
  for (let i = 1; i < context.length; i++) {
    path = joinPath(path, Array.isArray(context[i - 1]!.actual), context[i]!.key);
  }
  return path;
};

/** The JSON path of a named member of the object at `path`. */
export const memberPath = (path: string, name: string): string => joinPath(path, false, name);

/** A JSON object, as opposed to an array or null. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for a JSON object: no array, no null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own member; undefined when there is none, whatever the prototype has. */
export const ownMember = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** An own member, null counting as absent. */
export const presentMember = (object: JsonObject, name: string): unknown =>
  ownMember(object, name) ?? undefined;

const PLAIN_NAME = /^[A-Za-z_$][\w$]{0,63}$/;

/** The JSON path of a member or an item of what stands at `path`. */
export const joinPath = (path: string, isIndex: boolean, key: string): string => {
  if (isIndex) return `${path}[${key}]`;
  if (!PLAIN_NAME.test(key)) return `${path}[${describeGiven(key)}]`;
  return path === '' ? key : `${path}.${key}`;
};

const toFault = (error: t.ValidationError & Partial<CodecError>): Fault =>
  fault({
    code: error.code ?? (error.value === undefined ? 'missing' : 'wrong_type'),
    path: pathOf(error.context),
    expected: error.expected ?? error.context.at(-1)?.type.name ?? 'another value',
    given: error.value,
    about: error.about,
  });
