import { fixedQueueMs, View, type Columns, type QueueEstimates } from './view.js';

/** What one attempt adds to the load of the cluster it is sent to. */
export type Reservation = Readonly<{
  clusterId: string;
  /** Prompt tokens; default 0. */
  inputTokens?: number | undefined;
  /** u32, default 0; lower is more urgent. */
  priority?: number | undefined;
  /**
   * Its prefill is no business of the queue any more: it adds a running query and nothing else.
   * Default false.
   */
  isRunningOnly?: boolean | undefined;
}>;

/**
 * A new view in which the clusters carry the given reservations; the old one is untouched.
 *
 * Each adds one running query, one queued request and its tokens, and raises the published queue
 * delays at its priority and every larger one by ceil(tokens / tps x 1000) ms. Clusters that are
 * not in the view are passed over. Cost: copies of a few small arrays.
 */
export const reserve = (view: View, ...reservations: readonly Reservation[]): View =>
  reserveAll(view, reservations);

/** The same for a list, which may be longer than a call can have arguments. */
export const reserveAll = (view: View, reservations: readonly Reservation[]): View => {
  const { columns, membership } = View.stateOf(view);
  const copy = copyOf(columns);
  for (const reservation of reservations) {
    const cluster = membership.indexOf.get(reservation.clusterId);
    if (cluster !== undefined) addTo(copy, cluster, reservation);
  }
  return withColumns(view, copy);
};

/**
 * The view in which the clusters named are as in `base`, with the given reservations alone; the
 * others stay as they are in `view`, which was made of `base`.
 *
 * Cost: copies of a few small arrays, and the reservations of those clusters.
 */
export const reserveAnew = (
  view: View,
  base: View,
  byCluster: ReadonlyMap<string, readonly Reservation[]>,
): View => {
  const { columns, membership } = View.stateOf(view);
  const copy = copyOf(columns);
  for (const [clusterId, reservations] of byCluster) {
    const cluster = membership.indexOf.get(clusterId);
    if (cluster === undefined) continue;
    putBack(copy, View.stateOf(base).columns, cluster);
    for (const reservation of reservations) addTo(copy, cluster, reservation);
  }
  return withColumns(view, copy);
};

/**
 * What reservations write to is copied. Written out, because spreading one object into another is
 * slow; the constructor copies a short column in half the time of `slice`.
 */
const copyOf = (columns: Columns): WritableColumns => ({
  rttMs: columns.rttMs,
  meanInputTps: columns.meanInputTps,
  maxInputTps: columns.maxInputTps,
  running: new Float64Array(columns.running),
  slots: columns.slots,
  queueSize: new Float64Array(columns.queueSize),
  queuedTokens: new Float64Array(columns.queuedTokens),
  totalQueryTokens: new Float64Array(columns.totalQueryTokens),
  kvFreeTokens: columns.kvFreeTokens,
  queueMs: new Float64Array(columns.queueMs),
  estimates: columns.estimates.slice(),
});

const putBack = (copy: WritableColumns, base: Columns, cluster: number): void => {
  copy.running[cluster] = base.running[cluster]!;
  copy.queueSize[cluster] = base.queueSize[cluster]!;
  copy.queuedTokens[cluster] = base.queuedTokens[cluster]!;
  copy.totalQueryTokens[cluster] = base.totalQueryTokens[cluster]!;
  copy.queueMs[cluster] = base.queueMs[cluster]!;
  copy.estimates[cluster] = base.estimates[cluster];
};

const withColumns = (view: View, columns: Columns): View => {
  const { membership, rankedCounts, orders } = View.stateOf(view);
  return new View(view.target, { membership, columns, rankedCounts, orders });
};

type WritableColumns = Omit<Columns, 'estimates'> & {
  estimates: (QueueEstimates | undefined)[];
};

const addTo = (columns: WritableColumns, cluster: number, reservation: Reservation): void => {
  const inputTokens = countOf(reservation.inputTokens);
  const priority = countOf(reservation.priority);
  const tps = columns.meanInputTps[cluster]!;
  columns.running[cluster]! += 1;
  if (!reservation.isRunningOnly) {
    columns.queueSize[cluster]! += 1;
    columns.queuedTokens[cluster]! += inputTokens;
    columns.totalQueryTokens[cluster]! += inputTokens;
    const estimates = columns.estimates[cluster];
    columns.estimates[cluster] = estimates && raise(estimates, tps, inputTokens, priority);
  }
  columns.queueMs[cluster] = fixedQueueMs(
    columns.slots[cluster]!,
    columns.running[cluster]!,
    columns.estimates[cluster] !== undefined,
    columns.queuedTokens[cluster]!,
    tps,
  );
};

/** A count as given; absent, negative and NaN count as 0, so that load never falls. */
const countOf = (count: number | undefined): number =>
  count !== undefined && count > 0 ? count : 0;

/** Undefined (no estimates any more) when the work cannot be turned into time. */
const raise = (
  { priorities, delaysMs }: QueueEstimates,
  tps: number,
  tokens: number,
  priority: number,
): QueueEstimates | undefined => {
  if (tokens > 0 && tps === 0) return undefined;
  const riseMs = tokens === 0 ? 0 : Math.ceil((tokens / tps) * 1000);
  const at = priorities.findIndex((published) => published >= priority);
  const from = at === -1 ? priorities.length : at;
  const seeded = priorities[from] !== priority;
  const nearestLowerMs = delaysMs[from - 1] ?? 0;
  return {
    priorities: [
      ...priorities.slice(0, from),
      ...(seeded ? [priority] : []),
      ...priorities.slice(from),
    ],
    delaysMs: [
      ...delaysMs.slice(0, from),
      ...(seeded ? [nearestLowerMs + riseMs] : []),
      ...delaysMs.slice(from).map((ms) => ms + riseMs),
    ],
  };
};
