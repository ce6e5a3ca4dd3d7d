import * as E from 'fp-ts/lib/Either.js';
import { isJsonObject, type JsonObject } from '../../../core/codec/codec.js';
import { findSyntaxFault } from '../../../core/codec/json-syntax.js';
import { decodeUtf8 } from '../../../core/codec/utf8.js';
import { badRequest, type GatewayError } from '../gateway-error.js';
import { outlineJson, type MemberSpan } from './json-outline.js';

/** A JSON body, and every `model` that stands in it, in whatever letter case. */
export type JsonBody = Readonly<{ json: JsonObject; models: readonly MemberSpan[] }>;

/** Most arrays and objects of a body: parsed, each takes a hundred times the room of its text. */
export const MAX_CONTAINERS = 1_000_000;

/** Most levels of arrays and objects; engines take a tenth of it. */
export const MAX_LEVELS = 10_000;

/** Reads a body that must be a JSON object in UTF-8; left with 400 otherwise. */
export const parseJsonBody = (bytes: Uint8Array): E.Either<GatewayError, JsonBody> => {
  const text = decodeUtf8(bytes);
  if (text === undefined) {
    const problem = 'is not valid JSON: expected UTF-8 text, given other bytes';
    return E.left(refuse('invalid_json', problem));
  }
  try {
    const { containerCount, depth, members } = outlineJson(text, 'model');
    if (containerCount > MAX_CONTAINERS)
      return E.left(tooMany(MAX_CONTAINERS, 'arrays and objects'));
    if (depth > MAX_LEVELS) return E.left(tooMany(MAX_LEVELS, 'levels of arrays and objects'));
    const json: unknown = JSON.parse(text);
    return isJsonObject(json)
      ? E.right({ json, models: members })
      : E.left(refuse('invalid_body', 'is JSON, but not an object'));
  } catch {
    return E.left(refuse('invalid_json', `is not valid JSON${placeOfFault(text)}`));
  }
};

/** Longest text, in UTF-16 units, in which the place of a fault is looked for: nobody must wait. */
const MAX_SEARCHED_LENGTH = 256 * 1024;

const placeOfFault = (text: string): string => {
  const found = text.length > MAX_SEARCHED_LENGTH ? undefined : findSyntaxFault(text);
  if (found === undefined) return '';
  const place = `line ${String(found.line)}, column ${String(found.column)}`;
  return `: ${place}: expected ${found.expected}, given ${found.found}`;
};

const tooMany = (most: number, what: string): GatewayError =>
  refuse('body_too_complex', `has more than ${String(most)} ${what}`);

const refuse = (code: string, problem: string): GatewayError =>
  badRequest(code, null, `The body ${problem}.`);
