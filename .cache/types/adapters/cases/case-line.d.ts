/**
 * A case: one question to the engine as one JSON object, the line `homeward decide` reads.
 *
 * Unknown members are ignored and null counts as absent, so that a line may carry more than the
 * question, such as the decision that was made. Everything that is wrong is reported at once.
 */
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { type JsonObject } from '../../core/codec/codec.js';
import type { Problem } from '../../core/codec/fault.js';
import type { RoutingRequest } from '../../core/request.js';
import type { Snapshot } from '../../core/snapshot.js';
import { type CaseMethod } from './case-method.js';
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
export declare const encodeCaseLine: (line: CaseLine) => JsonObject;
/** The JSON of a case with these members in place of its snapshot. */
export declare const encodeCaseWith: (snapshotMembers: JsonObject, { method, request, elapsedMs, cursor }: Omit<CaseLine, "snapshot">) => JsonObject;
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
export declare const caseLineCodecAfter: (earlier: EarlierLines) => t.Type<CaseLine, JsonObject, unknown>;
/** Decodes a case that stands alone. */
export declare const caseLineCodec: t.Type<Readonly<{
    method: CaseMethod;
    snapshot: Snapshot;
    request: RoutingRequest;
    /** ms since the request arrived; default 0. */
    elapsedMs: number;
    /** Turn of round-robin; default 0. */
    cursor: number;
}>, Readonly<Record<string, unknown>>, unknown>;
