/** What every metrics adapter does with labels before it counts anything. */
import { requireInRange, wholeFrom } from '../../core/codec/option-ranges.js';
import { createTargetCap, DEFAULT_MAX_TARGETS, OTHER, type TargetCap } from './cardinality.js';
import { metricSpec, METRIC_NAMES, type CounterName, type MetricName } from './metrics.js';
import type { Labels, Metrics } from './port.js';

/** Turns the labels a caller gave into those of the series to count in. */
export type SeriesOf = (metric: MetricName, labels: Labels) => Labels;

/**
 * Keeps the labels the table declares, in its order, and nothing else: an affinity key or session
 * id given by mistake never becomes a label. A missing label is empty, a value outside a closed
 * list is `other`, targets beyond the cap are `other`.
 */
export const createSeriesOf = (maxTargets = DEFAULT_MAX_TARGETS): SeriesOf => {
  requireInRange('metrics', RANGES, { maxTargets });
  const capTargets: TargetCap = createTargetCap(maxTargets);
  const tables = new Map(METRIC_NAMES.map((metric) => [metric, createLabelTable(metric)]));
  return (metric, labels) => {
    const { names, known } = tables.get(metric)!;
    let key = '';
    for (const name of names) {
      const value = Object.hasOwn(labels, name) ? labels[name]! : '';
      key += `${String(value.length)}:${value}`;
    }
    const found = known.get(key);
    if (found !== undefined) return found;
    const series = capTargets(declaredLabels(metric, labels));
    if (known.size < MAX_REMEMBERED && key.length <= MAX_KEY_LENGTH) known.set(key, series);
    return series;
  };
};

const RANGES = { maxTargets: wholeFrom(0) };

/** Label values that are looked at once rather than each time, per metric. */
const MAX_REMEMBERED = 4_096;

/** Longer values are looked at each time: they come from outside, and are not worth their memory. */
const MAX_KEY_LENGTH = 512;

const createLabelTable = (metric: MetricName) => ({
  names: Object.keys(metricSpec(metric).labels),
  known: new Map<string, Labels>(),
});

const declaredLabels = (metric: MetricName, labels: Labels): Labels => {
  const declared: Record<string, string> = {};
  for (const [label, values] of Object.entries(metricSpec(metric).labels)) {
    const value = Object.hasOwn(labels, label) ? labels[label]! : '';
    declared[label] = values === 'open' || value === '' || values.includes(value) ? value : OTHER;
  }
  return declared;
};

/** Whether a value can be counted: finite, and for counters and durations not negative. */
export const isCountable = (value: number): boolean => Number.isFinite(value) && value >= 0;

/** The label sets of a metric whose labels are all closed lists or given in `known`. */
export const labelSets = (metric: MetricName, known: Labels = {}): readonly Labels[] =>
  Object.entries(metricSpec(metric).labels).reduce<readonly Labels[]>(
    (sets, [label, values]) => {
      const given = known[label];
      const choices = given !== undefined ? [given] : values === 'open' ? [''] : values;
      return sets.flatMap((set) => choices.map((value) => ({ ...set, [label]: value })));
    },
    [{}],
  );

/** Counters of which every series starts at 0 when the adapter is created. */
export const COUNTERS_FROM_CREATION = METRIC_NAMES.filter(
  (metric): metric is CounterName => metricSpec(metric).startsAtZero === 'creation',
);

/**
 * Starts the six session selection counters of a target at 0, so that rates of rare pairs can be
 * told from missing ones. Call it when a policy with `last_cluster_affinity` first sees a target;
 * calling it again does no harm.
 */
export const startSessionSelections = (
  metrics: Metrics,
  target: Readonly<{ routingKey?: string | undefined; model: string; algorithm: string }>,
): void => {
  const { routingKey = '', model, algorithm } = target;
  const known = { routing_key: routingKey, model, algorithm };
  for (const labels of labelSets('routingSessionSelections', known)) {
    metrics.count('routingSessionSelections', labels, 0);
  }
};
