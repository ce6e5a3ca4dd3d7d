import { type CounterName, type MetricName } from './metrics.js';
import type { Labels, Metrics } from './port.js';
/** Turns the labels a caller gave into those of the series to count in. */
export type SeriesOf = (metric: MetricName, labels: Labels) => Labels;
/**
 * Keeps the labels the table declares, in its order, and nothing else: an affinity key or session
 * id given by mistake never becomes a label. A missing label is empty, a value outside a closed
 * list is `other`, targets beyond the cap are `other`.
 */
export declare const createSeriesOf: (maxTargets?: number) => SeriesOf;
/** Whether a value can be counted: finite, and for counters and durations not negative. */
export declare const isCountable: (value: number) => boolean;
/** The label sets of a metric whose labels are all closed lists or given in `known`. */
export declare const labelSets: (metric: MetricName, known?: Labels) => readonly Labels[];
/** Counters of which every series starts at 0 when the adapter is created. */
export declare const COUNTERS_FROM_CREATION: CounterName[];
/**
 * Starts the six session selection counters of a target at 0, so that rates of rare pairs can be
 * told from missing ones. Call it when a policy with `last_cluster_affinity` first sees a target;
 * calling it again does no harm.
 */
export declare const startSessionSelections: (metrics: Metrics, target: Readonly<{
    routingKey?: string | undefined;
    model: string;
    algorithm: string;
}>) => void;
