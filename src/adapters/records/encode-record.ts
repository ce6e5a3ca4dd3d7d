import * as E from 'fp-ts/lib/Either.js';
import { decodeWith, type JsonObject } from '../../core/codec/codec.js';
import type { Snapshot } from '../../core/snapshot/snapshot.js';
import type { View } from '../../core/view/view.js';
import { caseLineCodecAfter, encodeDecision, encodeQuestion } from '../cases/index.js';
import type { RecordedDecision } from '../runtime/route.js';
import { CarriedViews } from './carried-views.js';
import { configOf } from '../../core/config/policy.js';
import type { SnapshotTexts } from './snapshot-texts.js';

/** A decision, with what else `homeward decide` prints of it. */
export type RecordEntry = RecordedDecision &
  Readonly<{
    /** The original affinity order; undefined where there is none. */
    order: readonly string[] | undefined;
    /** When it was made, whole ms since 1970. */
    atMs: number;
  }>;

/** Makes the lines of one file, from its first or from any later one. */
export class RecordEncoder {
  readonly #carried = new CarriedViews();

  constructor(readonly texts: SnapshotTexts) {}

  /**
   * The record of a decision as line `number` of the file, without line feed.
   *
   * Undefined when JSON cannot hold it, or no reader would take it: a service may decide on
   * requests and snapshots that no codec has seen, and reservations may add up beyond 2^53.
   */
  encode(entry: RecordEntry, number: number): string | undefined {
    const question = questionOf(entry);
    const snapshot = isReadable(question) ? this.#snapshotMember(entry.view, number) : undefined;
    if (snapshot === undefined) return undefined;
    const decision = encodeDecision(entry.decision, entry.order);
    const rest = JSON.stringify({ ...question, at_ms: entry.atMs, decision });
    return `{"line":${String(number)},${snapshot},${rest.slice(1)}`;
  }

  #snapshotMember(view: View, number: number): string | undefined {
    const reference = this.#carried.lineOf(view);
    if (reference !== undefined) return `"snapshot_ref":${String(reference)}`;
    const text = this.texts.textOf(view);
    if (text === undefined) return undefined;
    this.#carried.add(view, number);
    return `"snapshot":${text}`;
  }
}

const questionOf = ({ policy, request, elapsedMs, cursor }: RecordEntry): JsonObject => {
  const method = { kind: 'config', config: configOf(policy) } as const;
  return encodeQuestion({ method, request, elapsedMs, cursor });
};

const ANY_SNAPSHOT: Snapshot = { target: { modelId: 'any' }, clusters: [] };

const READER = caseLineCodecAfter({ keep: () => undefined, find: () => E.right(ANY_SNAPSHOT) });

/** Judges a question as a reader would, apart from its snapshot. */
const isReadable = (question: JsonObject): boolean =>
  E.isRight(decodeWith(READER, { snapshot_ref: 1, ...question }));
