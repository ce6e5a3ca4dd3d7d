import type { Hasher } from '../../core/orders/hash.js';
import { MemoBudget } from '../../core/orders/memo-budget.js';
import type { Snapshot } from '../../core/snapshot/snapshot.js';
import { snapshotOf, type SnapshotJson } from '../../core/snapshot/snapshot-input.js';
import { compileView, type View } from '../../core/view/view.js';

/**
 * Compiles a snapshot for fast decisions. Give the previous view of the same target, so that its
 * memoised affinity orders are carried over. Cost: O(N) while cluster ids stay the same.
 *
 * Takes a parsed snapshot or the plain JSON of one. Throws a RangeError with every fault of JSON
 * that is no snapshot, and one when two clusters have one id.
 *
 * @example
 * const view = createView({ model_id: 'm', clusters: [{ cluster_id: 'A', rtt_ms: 5 }] });
 */
export type CreateView = (snapshot: Snapshot | SnapshotJson, previous?: View) => View;

/** A `CreateView` with a hasher and a byte budget (default 64 MiB) for all its views together. */
export const viewFactory =
  (hasher: Hasher, budget: MemoBudget = new MemoBudget()): CreateView =>
  (snapshot, previous) =>
    compileView(snapshotOf(snapshot), { hasher, budget }, previous);
