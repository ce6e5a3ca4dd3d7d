import type { Hasher } from '../../core/hash.js';
import { MemoBudget } from '../../core/orders/memo-budget.js';
import type { Snapshot } from '../../core/snapshot.js';
import { compileView, type View } from '../../core/view.js';

/**
 * Compiles a snapshot for fast decisions. Give the previous view of the same target, so that its
 * memoised affinity orders are carried over. Cost: O(N) while cluster ids stay the same.
 *
 * Throws a RangeError when two clusters have one id; `parseSnapshot` gives none such.
 */
export type CreateView = (snapshot: Snapshot, previous?: View) => View;

/** A `CreateView` with a hasher and a byte budget (default 64 MiB) for all its views together. */
export const viewFactory =
  (hasher: Hasher, budget: MemoBudget = new MemoBudget()): CreateView =>
  (snapshot, previous) =>
    compileView(snapshot, { hasher, budget }, previous);
