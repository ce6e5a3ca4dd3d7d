/**
 * A case: one question to the engine as one JSON object, the line `homeward decide` reads.
 *
 * Unknown members are ignored and null counts as absent, so that a line may carry more than the
 * question, such as the decision that was made. Everything that is wrong is reported at once.
 */
import type * as t from 'io-ts';
import {
  decodeMember,
  errorAt,
  objectCodec,
  presentMember,
  settle,
  type JsonObject,
} from '../../core/codec.js';
import { checkNumber, type NumberRange } from '../../core/number-range.js';
import type { RoutingRequest } from '../../core/request.js';
import { snapshotCodec } from '../../core/snapshot-codec.js';
import type { Snapshot } from '../../core/snapshot.js';
import { decodeMethod, encodeMethod, type CaseMethod } from './case-method.js';
import { requestCodec } from './request-codec.js';

/** A case as it is written down. */
export type CaseLine = Readonly<{
  method: CaseMethod;
  snapshot: Snapshot;
  request: RoutingRequest;
  /** ms since the request arrived; default 0. */
  elapsedMs: number;
  /** Turn of round-robin; default 0. */
  cursor: number;
}>;

/** The JSON of a case; the codec reads it back equal. */
export const encodeCaseLine = (line: CaseLine): JsonObject => ({
  ...encodeMethod(line.method),
  snapshot: snapshotCodec.encode(line.snapshot),
  request: requestCodec.encode(line.request),
  elapsed_ms: line.elapsedMs,
  ...(line.cursor > 0 && { cursor: line.cursor }),
});

/** Decodes a case. */
export const caseLineCodec = objectCodec<CaseLine>(
  'CaseLine',
  (json, context) => {
    const errors: t.Errors = [];
    const method = decodeMethod(json, context, errors);
    const snapshot = decodeRequired(snapshotCodec, json, 'snapshot', context, errors);
    const request = decodeRequired(requestCodec, json, 'request', context, errors);
    const elapsedMs = decodeNumber(json, 'elapsed_ms', ELAPSED_MS, context, errors);
    const cursor = decodeNumber(json, 'cursor', CURSOR, context, errors);
    return settle(errors, () => ({
      method: method!,
      snapshot: snapshot!,
      request: request!,
      elapsedMs,
      cursor,
    }));
  },
  encodeCaseLine,
);

const ELAPSED_MS: NumberRange = { wholeOnly: false, min: 0, max: Number.MAX_VALUE };
const CURSOR: NumberRange = { wholeOnly: true, min: 0, max: Number.MAX_SAFE_INTEGER };

const decodeRequired = <A>(
  codec: t.Decoder<unknown, A>,
  json: JsonObject,
  name: string,
  context: t.Context,
  errors: t.Errors,
): A | undefined => {
  const value = presentMember(json, name);
  if (value !== undefined) return decodeMember(codec, context, name, value, errors);
  errors.push(errorAt(context, name, value, { code: 'missing', expected: 'an object' }));
  return undefined;
};

const decodeNumber = (
  json: JsonObject,
  name: string,
  range: NumberRange,
  context: t.Context,
  errors: t.Errors,
): number => {
  const value = presentMember(json, name) ?? 0;
  const problem = checkNumber(value, range);
  if (problem) errors.push(errorAt(context, name, value, problem));
  // JSON can spell -0, which is 0.
  return (value as number) + 0;
};
