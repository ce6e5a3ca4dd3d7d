/**
 * Building blocks for io-ts codecs whose errors become faults.
 *
 * A codec of ours reports every error of an object, each with its context; here the contexts
 * become JSON paths. Plain io-ts codecs work too and give faults of code `wrong_type`.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { describeGiven, fault, type Fault, type Problem } from './fault.js';

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

/**
 * A codec for a JSON object, read by one function that reports all its errors.
 *
 * As a guard it only tells objects from the rest: values of our own are typed already.
 */
export const objectCodec = <A extends object>(
  name: string,
  decode: (json: JsonObject, context: t.Context) => t.Validation<A>,
  encode: (value: A) => JsonObject,
): t.Type<A, JsonObject, unknown> =>
  new t.Type(
    name,
    (value): value is A => isJsonObject(value),
    (json, context) =>
      isJsonObject(json)
        ? decode(json, context)
        : t.failures([errorHere(context, json, { code: 'wrong_type', expected: 'an object' })]),
    encode,
  );

/** The value, or every error found on the way to it. */
export const settle = <A>(errors: t.Errors, value: () => A): t.Validation<A> =>
  errors.length > 0 ? t.failures(errors) : t.success(value());

/** Decodes a member of the object or array at `context`; its errors are added to `errors`. */
export const decodeMember = <A>(
  codec: t.Decoder<unknown, A>,
  context: t.Context,
  key: string,
  value: unknown,
  errors: t.Errors,
): A | undefined => {
  const decoded = codec.validate(value, t.appendContext(context, key, codec, value));
  if (E.isRight(decoded)) return decoded.right;
  for (const error of decoded.left) errors.push(error);
  return undefined;
};

/** The error for a value at `context`. */
export const errorHere = (context: t.Context, given: unknown, problem: Problem): CodecError => ({
  value: given,
  context,
  code: problem.code,
  expected: problem.expected,
});

/** The error for a member of the object or array at `context`. */
export const errorAt = (
  context: t.Context,
  key: string,
  given: unknown,
  problem: Problem,
): CodecError => errorHere(t.appendContext(context, key, t.unknown, given), given, problem);

/** Says what the errors are about, for their messages; errors that know better keep theirs. */
export const about = (errors: t.Errors, name: () => string | undefined): t.Errors => {
  if (errors.length === 0) return errors;
  const subject = name();
  return errors.map((error) => ({ about: subject, ...error }));
};

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

/** The problem, told as a missing value where there is none at all. */
export const missingIf = (value: unknown, problem: Problem): Problem =>
  value === undefined ? { code: 'missing', expected: problem.expected } : problem;

const PLAIN_NAME = /^[A-Za-z_$][\w$]{0,63}$/;

const joinPath = (path: string, isIndex: boolean, key: string): string => {
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
