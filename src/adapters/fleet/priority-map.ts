import type { ClusterStats } from '../../core/snapshot/snapshot.js';

type PriorityMap = ClusterStats['queueTimeEstimateMsByPriority'];

/** What is needed of one backend. */
export type QueueFigures = Partial<
  Pick<
    ClusterStats,
    'queueTimeEstimateMsByPriority' | 'lastMeanInputTps' | 'queueSize' | 'queuedInputSize'
  >
>;

/**
 * The queue delay of a cluster by priority: for each priority that any backend publishes, the mean
 * of the backends' delays, weighted by their prefill rates and rounded up.
 *
 * Delay x rate is queued work, so this is the work of all over the rate of all. A backend without
 * queued work and without a map delays by 0. Empty when a backend with queued work has no map, as
 * its delay is not known; undefined when no backend says anything.
 */
export const mergePriorityMaps = (backends: readonly QueueFigures[]): PriorityMap | undefined => {
  if (backends.every((stats) => stats.queueTimeEstimateMsByPriority === undefined)) {
    return undefined;
  }
  const queues = backends.map((stats) => compileQueue(stats.queueTimeEstimateMsByPriority ?? {}));
  const isUnknown = backends.some((stats, i) => queues[i]!.length === 0 && hasQueuedWork(stats));
  if (isUnknown) return Object.freeze({});
  const weights = weightsOf(backends);
  const priorities = new Set(queues.flatMap((queue) => queue.map(([priority]) => priority)));
  const merged = [...priorities].map((priority) => {
    const delays = queues.map((queue) => delayAt(queue, priority));
    return [String(priority), roundUp(weightedMean(delays, weights))] as const;
  });
  return Object.freeze(Object.fromEntries(merged));
};

/** Priority and delay in ms, by ascending priority. */
type Queue = readonly (readonly [number, number])[];

const compileQueue = (map: PriorityMap): Queue =>
  Object.entries(map)
    .map(([priority, delayMs]) => [Number(priority), delayMs] as const)
    .sort(([a], [b]) => a - b);

/** As a single engine's map is read: the entry of the greatest priority that is not above. */
const delayAt = (queue: Queue, priority: number): number =>
  queue.findLast(([published]) => published <= priority)?.[1] ?? 0;

const hasQueuedWork = ({ queueSize = 0, queuedInputSize = 0 }: QueueFigures): boolean =>
  queueSize > 0 || queuedInputSize > 0;

/** Backends of unknown rate weigh as much as the others on average. */
const weightsOf = (backends: readonly QueueFigures[]): readonly number[] => {
  const rates = backends.map(({ lastMeanInputTps: tps = 0 }) => (tps < Infinity ? tps : 0));
  const known = rates.filter((rate) => rate > 0);
  if (known.length === 0) return rates.map(() => 1);
  const mean = known.reduce((sum, rate) => sum + rate, 0) / known.length;
  return rates.map((rate) => (rate > 0 ? rate : mean));
};

const weightedMean = (values: readonly number[], weights: readonly number[]): number => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return values.reduce((sum, value, i) => sum + (value * weights[i]!) / total, 0);
};

/** A mean of equal delays must not become one more by the last bit of a division. */
const roundUp = (value: number): number => Math.ceil(value * (1 - 1e-12));
