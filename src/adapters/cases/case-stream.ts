import * as E from 'fp-ts/lib/Either.js';
import { LRUCache } from 'lru-cache';
import { decodeWith } from '../../core/codec/codec.js';
import { describeGiven, type Problem } from '../../core/codec/fault.js';
import { checkNumber } from '../../core/codec/number-range.js';
import type { Snapshot } from '../../core/snapshot/snapshot.js';
import type { View } from '../../core/view/view.js';
import { targetKey } from '../../core/snapshot/target-key.js';
import type { CreateView } from '../platform/view-factory.js';
import type { CaseFault } from './case-fault.js';
import { caseLineCodecAfter, type CaseLine } from './case-line.js';
import { compileCase, type Case } from './compile-case.js';
import {
  createKeptSnapshots,
  KEPT_CLUSTER_COUNT,
  KEPT_SNAPSHOT_COUNT,
  keptSize,
} from './kept-snapshots.js';

/**
 * Reads the cases of one stream of lines, where a `snapshot_ref` stands for the snapshot of an
 * earlier line, also of one that was wrong otherwise. Memory is bounded.
 */
export class CaseStream {
  #number = 0;
  readonly #kept = createKeptSnapshots<Snapshot>();
  readonly #views = new WeakMap<Snapshot, View>();
  /** By target: the next view takes over the orders of the latest. */
  readonly #latest = new LRUCache<string, View>({
    max: KEPT_SNAPSHOT_COUNT,
    maxSize: KEPT_CLUSTER_COUNT,
    sizeCalculation: ({ clusterIds }) => keptSize(clusterIds.length).size,
  });
  readonly #codec = caseLineCodecAfter({
    keep: (snapshot) =>
      void this.#kept.set(this.#number, snapshot, keptSize(snapshot.clusters.length)),
    find: (number, ownNumber) => this.#find(number, ownNumber),
  });

  constructor(readonly createView: CreateView) {}

  /** Reads the line of that number, from 1, or says everything that is wrong with it. */
  read(number: number, json: unknown): E.Either<readonly CaseFault[], CaseLine> {
    this.#number = number;
    return decodeWith(this.#codec, json);
  }

  /** Makes a line that was read ready to be decided; lines that share a snapshot share its view. */
  compile(line: CaseLine): E.Either<readonly CaseFault[], Case> {
    return compileCase(line, (snapshot) => this.#viewOf(snapshot));
  }

  #find(number: unknown, ownNumber: unknown): E.Either<Problem, Snapshot> {
    const here = this.#number;
    if (ownNumber !== undefined && ownNumber !== here) return E.left(movedTo(here, ownNumber));
    const problem = checkNumber(number, { wholeOnly: true, min: 1, max: here - 1 });
    if (problem !== undefined) return E.left({ code: problem.code, expected: earlierThan(here) });
    const snapshot = this.#kept.get(number as number);
    return snapshot === undefined ? E.left(NOT_KEPT) : E.right(snapshot);
  }

  #viewOf(snapshot: Snapshot): View {
    const known = this.#views.get(snapshot);
    if (known !== undefined) return known;
    const key = targetKey(snapshot.target);
    const view = this.createView(snapshot, this.#latest.get(key));
    this.#latest.set(key, view);
    this.#views.set(snapshot, view);
    return view;
  }
}

const earlierThan = (here: number): string =>
  `the number of an earlier line, this one being line ${String(here)}`;

const movedTo = (here: number, ownNumber: unknown): Problem => ({
  code: 'invalid_value',
  expected: `the whole file, as it was written: this line states line number ${describeGiven(ownNumber)}, but is line ${String(here)}`,
});

const NOT_KEPT: Problem = {
  code: 'invalid_value',
  expected: `a line that carries a snapshot, among the latest ${String(KEPT_SNAPSHOT_COUNT)} of at most ${String(KEPT_CLUSTER_COUNT)} clusters together`,
};
