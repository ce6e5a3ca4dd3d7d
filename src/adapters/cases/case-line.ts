/**
 * A case: one question to the engine as one JSON object, the line `homeward decide` reads.
 *
 * Unknown members are ignored and null counts as absent, so that a line may carry more than the
 * question, such as the decision that was made. Everything that is wrong is reported at once.
 */
import * as E from 'fp-ts/lib/Either.js';
import { identity } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { errorAt, presentMember, type Codec, type JsonObject } from '../../core/codec/codec.js';
import type { Problem } from '../../core/codec/fault.js';
import {
  defaulted,
  mapCodec,
  objectCodec,
  required,
  requiredUnless,
} from '../../core/codec/object-codec.js';
import { amount, numberIn } from '../../core/codec/value-codec.js';
import type { RoutingRequest } from '../../core/request.js';
import { snapshotCodec } from '../../core/snapshot/snapshot-codec.js';
import type { Snapshot } from '../../core/snapshot/snapshot.js';
import { besideConfig, METHOD_MEMBERS, methodOf, methodRow } from './case-method.js';
import type { CaseMethod, MethodRow } from './case-method.js';
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

/** A case as its members: the snapshot may be that of an earlier line. */
type CaseRow = MethodRow &
  Readonly<{ snapshot?: Snapshot; request: RoutingRequest; elapsedMs: number; cursor?: number }>;

/** Decodes the case of a line that may have its snapshot from an earlier one. */
export const caseLineCodecAfter = (earlier: EarlierLines): Codec<CaseLine> => {
  const find = (json: JsonObject) =>
    earlier.find(presentMember(json, 'snapshot_ref'), presentMember(json, 'line'));
  const ownSnapshot: Codec<Snapshot> = mapCodec(snapshotCodec, tap(earlier.keep), identity);
  const row = objectCodec<CaseRow>('CaseLine', {
    members: {
      ...METHOD_MEMBERS,
      snapshot: requiredUnless('snapshot_ref', 'snapshot', ownSnapshot),
      request: required('request', requestCodec),
      elapsedMs: defaulted('elapsed_ms', amount, 0),
      cursor: defaulted('cursor', CURSOR, 0),
    },
    check: (json, context) => [
      ...besideConfig(json, context),
      ...wrongReference(json, context, find),
    ],
  });
  return mapCodec(
    row,
    (line, json) => ({
      method: methodOf(line),
      // A reference that leads nowhere is a fault by now.
      snapshot: line.snapshot ?? (find(json) as E.Right<Snapshot>).right,
      request: line.request,
      elapsedMs: line.elapsedMs,
      cursor: line.cursor!,
    }),
    (line) => ({ ...questionRow(line), snapshot: line.snapshot }),
  );
};

const CURSOR = numberIn({ wholeOnly: true, min: 0, max: Number.MAX_SAFE_INTEGER });

const tap =
  <A>(note: (value: A) => void) =>
  (value: A): A => {
    note(value);
    return value;
  };

const wrongReference = (
  json: JsonObject,
  context: t.Context,
  find: (json: JsonObject) => E.Either<Problem, Snapshot>,
): t.Errors => {
  const reference = presentMember(json, 'snapshot_ref');
  if (reference === undefined) return [];
  const isBeside = presentMember(json, 'snapshot') !== undefined;
  const found = isBeside ? E.left(NOT_BESIDE_SNAPSHOT) : find(json);
  return E.isRight(found) ? [] : [errorAt(context, 'snapshot_ref', reference, found.left)];
};

const NOT_BESIDE_SNAPSHOT: Problem = {
  code: 'not_applicable',
  expected: 'no such member beside snapshot',
};

const STANDS_ALONE: Problem = {
  code: 'not_applicable',
  expected: 'the snapshot itself, as this case stands alone',
};

/** Decodes a case that stands alone. */
export const caseLineCodec = caseLineCodecAfter({
  keep: () => undefined,
  find: () => E.left(STANDS_ALONE),
});

type Question = Omit<CaseLine, 'snapshot'>;

const questionRow = ({ method, request, elapsedMs, cursor }: Question): CaseRow => ({
  ...methodRow(method),
  request,
  elapsedMs,
  ...(cursor > 0 && { cursor }),
});

/** The JSON of a case; the codec reads it back equal. */
export const encodeCaseLine = (line: CaseLine): JsonObject =>
  caseLineCodec.encode(line) as JsonObject;

/** The JSON of a case apart from its snapshot. */
export const encodeQuestion = (question: Question): JsonObject =>
  encodeCaseLine({ ...question, snapshot: undefined as unknown as Snapshot });
