import * as E from 'fp-ts/lib/Either.js';
import { type JsonObject } from '../../../core/codec/codec.js';
import { type GatewayError } from '../gateway-error.js';
/** A JSON body, as text and as what it says. */
export type JsonBody = Readonly<{
    text: string;
    json: JsonObject;
}>;
/** Reads a body that must be a JSON object in UTF-8; left with 400 otherwise. */
export declare const parseJsonBody: (bytes: Uint8Array) => E.Either<GatewayError, JsonBody>;
