import { AffinityOrders } from '../orders/affinity-orders.js';
import { fault } from '../codec/fault.js';
import type { RendezvousWeight } from '../config/fields.js';
import type { Hasher } from '../orders/hash.js';
import { createMembership, hasSameIds, type Membership } from '../orders/membership.js';
import type { MemoBudget } from '../orders/memo-budget.js';
import type { Cluster, Snapshot, Target } from '../snapshot/snapshot.js';

/** Published queue delays of one cluster, by ascending priority. */
export type QueueEstimates = Readonly<{
  priorities: readonly number[];
  delaysMs: readonly number[];
}>;

/** Statistics as one array per field, indexed like `Membership.ids`. */
export type Columns = Readonly<{
  rttMs: Float64Array;
  /** Mean prefill throughput in tokens/s; 0 where it is not valid. */
  meanInputTps: Float64Array;
  /** Greatest prefill throughput in tokens/s; 0 where it is absent or not valid. */
  maxInputTps: Float64Array;
  running: Float64Array;
  /** Engine slots; 0 = unknown. */
  slots: Float64Array;
  queueSize: Float64Array;
  queuedTokens: Float64Array;
  totalQueryTokens: Float64Array;
  /** -1 where no KV metric is reported. */
  kvFreeTokens: Float64Array;
  /** Queue delay; NaN where it depends on the request's priority (see `estimates`). */
  queueMs: Float64Array;
  estimates: readonly (QueueEstimates | undefined)[];
}>;

export type ViewState = Readonly<{
  membership: Membership;
  columns: Columns;
  /** Clusters of valid weight, by what a ranking is weighted by. */
  rankedCounts: Readonly<Record<RendezvousWeight, number>>;
  orders: AffinityOrders;
}>;

/** What the core needs from outside to make views. */
export type ViewPorts = Readonly<{ hasher: Hasher; budget: MemoBudget }>;

/**
 * A snapshot compiled for fast decisions. Immutable: new statistics and reservations make new
 * views. Its arrays are private, because typed arrays cannot be frozen.
 */
export class View {
  readonly #state: ViewState;

  constructor(
    readonly target: Target,
    state: ViewState,
  ) {
    this.#state = state;
    Object.freeze(this);
  }

  /** Cluster ids in the order of their UTF-8 bytes. */
  get clusterIds(): readonly string[] {
    return this.#state.membership.ids;
  }

  /** For the core only. */
  static stateOf(view: View): ViewState {
    return view.#state;
  }
}

/**
 * Compiles a snapshot. Throws a RangeError when two of its clusters have one id, which what
 * `parseSnapshot` and the fleet give never have; the previous view then stays as it is.
 *
 * With `previous`, a view of the same target, memoised orders are carried
 * over: rings while ids are the same (or nearly), rankings while ids and weights are.
 *
 * Cost: O(N) with unchanged ids; no order is rebuilt.
 */
export const compileView = (snapshot: Snapshot, ports: ViewPorts, previous?: View): View => {
  const before = previous !== undefined && isSameTarget(previous.target, snapshot.target);
  const old = before ? View.stateOf(previous) : undefined;
  const ids = snapshot.clusters.map((cluster) => cluster.clusterId);
  const sameIds = old !== undefined && hasSameIds(old.membership, ids);
  const membership = sameIds ? old.membership : createMembership(ids, old?.membership);
  const columns = compileColumns(snapshot.clusters, membership);
  const orders = carryOrders(snapshot.target, ports, membership, columns, old);
  return new View(snapshot.target, {
    membership,
    columns,
    rankedCounts: countRanked(columns),
    orders,
  });
};

/** Running queries of a cluster; undefined when it is not in the view. */
export const runningIn = (view: View, clusterId: string): number | undefined => {
  const { membership, columns } = View.stateOf(view);
  const cluster = membership.indexOf.get(clusterId);
  return cluster === undefined ? undefined : columns.running[cluster];
};

const carryOrders = (
  target: Target,
  { hasher, budget }: ViewPorts,
  membership: Membership,
  columns: Columns,
  old: ViewState | undefined,
): AffinityOrders => {
  if (old === undefined) return AffinityOrders.create(target, hasher, budget, membership);
  if (old.membership !== membership) return old.orders.withMembership(membership);
  const changed: RendezvousWeight[] = [];
  if (!isEqual(old.columns.maxInputTps, columns.maxInputTps)) changed.push('max-input-tps');
  if (!isEqual(old.columns.meanInputTps, columns.meanInputTps)) changed.push('last-mean-input-tps');
  return old.orders.withWeights(changed);
};

const countRanked = (columns: Columns): ViewState['rankedCounts'] => ({
  'max-input-tps': countPositive(columns.maxInputTps),
  'last-mean-input-tps': countPositive(columns.meanInputTps),
});

const countPositive = (values: Float64Array): number => {
  let count = 0;
  for (const value of values) if (value > 0) count++;
  return count;
};

/** The column a ranking is weighted by. */
export const weightColumn = (columns: Columns, weight: RendezvousWeight): Float64Array =>
  weight === 'max-input-tps' ? columns.maxInputTps : columns.meanInputTps;

/** Queue delay where it does not depend on the request's priority, else NaN. */
export const fixedQueueMs = (
  slots: number,
  running: number,
  hasEstimates: boolean,
  queuedTokens: number,
  meanInputTps: number,
): number => {
  if (slots > 0 && running < slots) return 0;
  if (hasEstimates) return NaN;
  if (queuedTokens === 0) return 0;
  return meanInputTps === 0 ? Infinity : Math.ceil((queuedTokens / meanInputTps) * 1000);
};

const compileColumns = (clusters: readonly Cluster[], membership: Membership): Columns => {
  const column = (): Float64Array => new Float64Array(membership.size);
  const estimates = new Array<QueueEstimates | undefined>(membership.size).fill(undefined);
  const columns = {
    rttMs: column(),
    meanInputTps: column(),
    maxInputTps: column(),
    running: column(),
    slots: column(),
    queueSize: column(),
    queuedTokens: column(),
    totalQueryTokens: column(),
    kvFreeTokens: column(),
    queueMs: column(),
    estimates,
  };
  const written = new Uint8Array(membership.size);
  for (let place = 0; place < clusters.length; place++) {
    const cluster = clusters[place]!;
    const { stats } = cluster;
    const at = membership.indexOf.get(cluster.clusterId)!;
    if (written[at] === 1) refuseDuplicate(clusters, place);
    written[at] = 1;
    columns.rttMs[at] = cluster.rttMs;
    columns.meanInputTps[at] = validRate(stats.lastMeanInputTps);
    columns.maxInputTps[at] = validRate(stats.maxInputTps);
    columns.running[at] = stats.numRunningQueries;
    columns.slots[at] = stats.maxEngineConcurrency;
    columns.queueSize[at] = stats.queueSize;
    columns.queuedTokens[at] = stats.queuedInputSize;
    columns.totalQueryTokens[at] = stats.totalQueryInputSize;
    columns.kvFreeTokens[at] = reportsKv(cluster) ? stats.kvCacheFreeTokens : -1;
    estimates[at] = compileEstimates(stats.queueTimeEstimateMsByPriority);
    columns.queueMs[at] = fixedQueueMs(
      stats.maxEngineConcurrency,
      stats.numRunningQueries,
      estimates[at] !== undefined,
      stats.queuedInputSize,
      columns.meanInputTps[at],
    );
  }
  return columns;
};

const refuseDuplicate = (clusters: readonly Cluster[], at: number): never => {
  const given = clusters[at]!.clusterId;
  const first = clusters.findIndex(({ clusterId }) => clusterId === given);
  const expected = `an id unique in the snapshot (clusters[${String(first)}] has it already)`;
  const path = `clusters[${String(at)}].clusterId`;
  const { message } = fault({ code: 'duplicate', expected, path, given });
  throw new RangeError(`bad snapshot: ${message}`);
};

const compileEstimates = (
  byPriority: Readonly<Record<string, number>>,
): QueueEstimates | undefined => {
  if (Object.keys(byPriority).length === 0) return undefined;
  const entries = Object.entries(byPriority).map(([key, ms]) => [Number(key), ms] as const);
  entries.sort(([a], [b]) => a - b);
  return {
    priorities: entries.map(([priority]) => priority),
    delaysMs: entries.map(([, ms]) => ms),
  };
};

const validRate = (tps: number | undefined): number =>
  tps !== undefined && tps > 0 && tps < Infinity ? tps : 0;

const reportsKv = ({ stats }: Cluster): boolean =>
  stats.kvCacheCapacityTokens > 0 || stats.kvCacheUsedTokens > 0 || stats.kvCacheFreeTokens > 0;

const isSameTarget = (a: Target, b: Target): boolean =>
  a.modelId === b.modelId && (a.routingKey ?? '') === (b.routingKey ?? '');

const isEqual = (a: Float64Array, b: Float64Array): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

/** Index of a cluster in the view; -1 when the snapshot does not have it. */
export const clusterIndex = (view: View, clusterId: string): number =>
  View.stateOf(view).membership.indexOf.get(clusterId) ?? -1;
