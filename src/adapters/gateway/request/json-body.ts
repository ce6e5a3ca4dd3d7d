import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { isJsonObject, type JsonObject } from '../../../core/codec/codec.js';
import { shortened } from '../../../core/codec/fault.js';
import { badRequest, type GatewayError } from '../gateway-error.js';

/** A JSON body, as text and as what it says. */
export type JsonBody = Readonly<{ text: string; json: JsonObject }>;

/** Reads a body that must be a JSON object in UTF-8; left with 400 otherwise. */
export const parseJsonBody = (bytes: Uint8Array): E.Either<GatewayError, JsonBody> =>
  pipe(
    E.tryCatch(
      () => {
        const text = UTF8.decode(bytes);
        return { text, json: JSON.parse(text) as unknown };
      },
      (error) => refuse('invalid_json', `is not valid JSON: ${shortened(String(error), 160)}`),
    ),
    E.flatMap(({ text, json }) =>
      isJsonObject(json)
        ? E.right({ text, json })
        : E.left(refuse('invalid_body', 'is JSON, but not an object')),
    ),
  );

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const refuse = (code: string, problem: string): GatewayError =>
  badRequest(code, null, `The body ${problem}.`);
