import type { ClusterStats } from '../../core/snapshot.js';
type PriorityMap = ClusterStats['queueTimeEstimateMsByPriority'];
/** What is needed of one backend. */
export type QueueFigures = Partial<Pick<ClusterStats, 'queueTimeEstimateMsByPriority' | 'lastMeanInputTps' | 'queueSize' | 'queuedInputSize'>>;
/**
 * The queue delay of a cluster by priority: for each priority that any backend publishes, the mean
 * of the backends' delays, weighted by their prefill rates and rounded up.
 *
 * Delay x rate is queued work, so this is the work of all over the rate of all. A backend without
 * queued work and without a map delays by 0. Empty when a backend with queued work has no map, as
 * its delay is not known; undefined when no backend says anything.
 */
export declare const mergePriorityMaps: (backends: readonly QueueFigures[]) => PriorityMap | undefined;
export {};
