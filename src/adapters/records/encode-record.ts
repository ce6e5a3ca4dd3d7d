import * as E from 'fp-ts/lib/Either.js';
import { decodeWith, type JsonObject } from '../../core/codec.js';
import { encodeSnapshot } from '../../core/snapshot-codec.js';
import { snapshotOf } from '../../core/snapshot-of.js';
import type { Snapshot } from '../../core/snapshot.js';
import { caseLineCodecAfter, encodeCaseWith, encodeDecision } from '../cases/index.js';
import type { RecordedDecision } from '../runtime/route.js';
import type { CarriedViews } from './carried-views.js';
import { configOf } from './config-of.js';

/** A decision, with what else `homeward decide` prints of it. */
export type RecordEntry = RecordedDecision &
  Readonly<{
    /** The original affinity order; undefined where there is none. */
    order: readonly string[] | undefined;
  }>;

/**
 * The record of a decision as line `number` of its file, line feed included, its view being
 * carried from then on.
 *
 * Undefined when JSON cannot hold it, or no reader would take it: a service may decide on requests
 * and snapshots that no codec has seen, and reservations may add up beyond 2^53.
 */
export const encodeRecord = (
  entry: RecordEntry,
  number: number,
  carried: CarriedViews,
): string | undefined => {
  const { policy, view, request, elapsedMs, cursor } = entry;
  const reference = carried.lineOf(view);
  const snapshot: JsonObject =
    reference === undefined
      ? { snapshot: encodeSnapshot(snapshotOf(view)) }
      : { snapshot_ref: reference };
  const method = { kind: 'config', config: configOf(policy) } as const;
  const question = encodeCaseWith(snapshot, { method, request, elapsedMs, cursor });
  if (E.isLeft(decodeWith(READER, question))) return undefined;
  if (reference === undefined) carried.add(view, number);
  const decision = encodeDecision(entry.decision, entry.order);
  return `${JSON.stringify({ line: number, ...question, decision })}\n`;
};

const ANY_SNAPSHOT: Snapshot = { target: { modelId: 'any' }, clusters: [] };

/** Judges a line as a reader would; what a reference refers to has been judged before. */
const READER = caseLineCodecAfter({
  keep: () => undefined,
  find: () => E.right(ANY_SNAPSHOT),
});
