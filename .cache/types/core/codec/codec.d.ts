/**
 * Building blocks for io-ts codecs whose errors become faults.
 *
 * A codec of ours reports every error of an object, each with its context; here the contexts
 * become JSON paths. Plain io-ts codecs work too and give faults of code `wrong_type`.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { type Fault, type Problem } from './fault.js';
/** An io-ts error that also carries what a fault needs. */
export type CodecError = t.ValidationError & Problem & Readonly<{
    about?: string | undefined;
}>;
/** Decodes `json`, which stands at `path`, into a value or every fault in it. */
export declare const decodeWith: <A>(codec: t.Decoder<unknown, A>, json: unknown, path?: string) => E.Either<readonly Fault[], A>;
/**
 * A codec for a JSON object, read by one function that reports all its errors.
 *
 * As a guard it only tells objects from the rest: values of our own are typed already.
 */
export declare const objectCodec: <A extends object>(name: string, decode: (json: JsonObject, context: t.Context) => t.Validation<A>, encode: (value: A) => JsonObject) => t.Type<A, JsonObject, unknown>;
/** The value, or every error found on the way to it. */
export declare const settle: <A>(errors: t.Errors, value: () => A) => t.Validation<A>;
/** Decodes a member of the object or array at `context`; its errors are added to `errors`. */
export declare const decodeMember: <A>(codec: t.Decoder<unknown, A>, context: t.Context, key: string, value: unknown, errors: t.Errors) => A | undefined;
/** The error for a value at `context`. */
export declare const errorHere: (context: t.Context, given: unknown, problem: Problem) => CodecError;
/** The error for a member of the object or array at `context`. */
export declare const errorAt: (context: t.Context, key: string, given: unknown, problem: Problem) => CodecError;
/** Says what the errors are about, for their messages; errors that know better keep theirs. */
export declare const about: (errors: t.Errors, name: () => string | undefined) => t.Errors;
/** The JSON path of a context; the key of its first entry is the path of the whole. */
export declare const pathOf: (context: t.Context) => string;
/** The JSON path of a named member of the object at `path`. */
export declare const memberPath: (path: string, name: string) => string;
/** A JSON object, as opposed to an array or null. */
export type JsonObject = Readonly<Record<string, unknown>>;
/** True for a JSON object: no array, no null. */
export declare const isJsonObject: (value: unknown) => value is JsonObject;
/** An own member; undefined when there is none, whatever the prototype has. */
export declare const ownMember: (object: JsonObject, name: string) => unknown;
/** An own member, null counting as absent. */
export declare const presentMember: (object: JsonObject, name: string) => unknown;
/** The problem, told as a missing value where there is none at all. */
export declare const missingIf: (value: unknown, problem: Problem) => Problem;
