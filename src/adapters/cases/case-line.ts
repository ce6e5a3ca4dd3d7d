/**
 * A case: one question to the engine as one JSON object, the line `homeward decide` reads.
 *
 * Unknown members are ignored and null counts as absent, so that a line may carry more than the
 * question, such as the decision that was made. Everything that is wrong is reported at once.
 */
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import {
  decodeMember,
  errorAt,
  objectCodec,
  presentMember,
  settle,
  type JsonObject,
} from '../../core/codec/codec.js';
import type { Problem } from '../../core/codec/fault.js';
import { checkNumber, type NumberRange } from '../../core/codec/number-range.js';
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
export const encodeCaseLine = (line: CaseLine): JsonObject =>
  encodeCaseWith({ snapshot: snapshotCodec.encode(line.snapshot) }, line);

/** The JSON of a case with these members in place of its snapshot. */
export const encodeCaseWith = (
  snapshotMembers: JsonObject,
  { method, request, elapsedMs, cursor }: Omit<CaseLine, 'snapshot'>,
): JsonObject => ({
  ...encodeMethod(method),
  ...snapshotMembers,
  request: requestCodec.encode(request),
  elapsed_ms: elapsedMs,
  ...(cursor > 0 && { cursor }),
});

/** The lines of a stream before the one that is read. */
export type EarlierLines = Readonly<{
  /** Is told the snapshot of the line, whatever else is wrong with it. */
  keep: (snapshot: Snapshot) => void;
  /**
   * The snapshot that the line of that number carried, or why there is none. `ownNumber` is what
   * the reading line says its own number is, if it does; both are any JSON.
   */
  find: (number: unknown, ownNumber: unknown) => E.Either<Problem, Snapshot>;
}>;

/** Decodes the case of a line that may have its snapshot from an earlier one. */
export const caseLineCodecAfter = (earlier: EarlierLines): t.Type<CaseLine, JsonObject, unknown> =>
  objectCodec(
    'CaseLine',
    (json, context) => {
      const errors: t.Errors = [];
      const method = decodeMethod(json, context, errors);
      const snapshot = decodeSnapshot(earlier, json, context, errors);
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

const STANDS_ALONE: Problem = {
  code: 'not_applicable',
  expected: 'the snapshot itself, as this case stands alone',
};

/** Decodes a case that stands alone. */
export const caseLineCodec = caseLineCodecAfter({
  keep: () => undefined,
  find: () => E.left(STANDS_ALONE),
});

const ELAPSED_MS: NumberRange = { wholeOnly: false, min: 0, max: Number.MAX_VALUE };
const CURSOR: NumberRange = { wholeOnly: true, min: 0, max: Number.MAX_SAFE_INTEGER };

const NOT_BESIDE_SNAPSHOT: Problem = {
  code: 'not_applicable',
  expected: 'no such member beside snapshot',
};

const decodeSnapshot = (
  earlier: EarlierLines,
  json: JsonObject,
  context: t.Context,
  errors: t.Errors,
): Snapshot | undefined => {
  const reference = presentMember(json, 'snapshot_ref');
  if (reference === undefined || presentMember(json, 'snapshot') !== undefined) {
    if (reference !== undefined) {
      errors.push(errorAt(context, 'snapshot_ref', reference, NOT_BESIDE_SNAPSHOT));
    }
    const snapshot = decodeRequired(snapshotCodec, json, 'snapshot', context, errors);
    if (snapshot !== undefined) earlier.keep(snapshot);
    return snapshot;
  }
  const found = earlier.find(reference, presentMember(json, 'line'));
  if (E.isRight(found)) return found.right;
  errors.push(errorAt(context, 'snapshot_ref', reference, found.left));
  return undefined;
};

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
