/** The model a request names, in its body or its query. */
import * as E from 'fp-ts/lib/Either.js';
import { type JsonObject } from '../../../core/codec/codec.js';
import { type GatewayError } from '../gateway-error.js';
/** The `model` of a JSON body; left with 400 when it is no text, or blank. Right of undefined: none. */
export declare const modelInBody: (json: JsonObject) => E.Either<GatewayError, string | undefined>;
/** The first non-empty `model` of a query. */
export declare const modelInQuery: (query: string) => string | undefined;
/** 400: nothing names a model. */
export declare const missingModel: (place: string) => GatewayError;
