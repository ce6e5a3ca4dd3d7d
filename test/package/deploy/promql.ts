/**
 * Just enough of PromQL to check the expressions of this repository against the metric table: names
 * of metrics with their matchers, labels of aggregations, functions. Anything else is a fault.
 */
import {
  metricName,
  metricSpec,
  METRIC_NAMES,
  type MetricSpec,
} from '../../../src/adapters/telemetry/metrics.js';

/** Everything an expression names that the metric table does not have; empty when it is right. */
export const faultsOf = (expression: string): readonly string[] => {
  const faults: string[] = [];
  const labels = new Set<string>();
  let rest = expression.replace(
    /\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g,
    (_clause, list: string) => {
      for (const label of list.split(',')) labels.add(label.trim());
      return '';
    },
  );
  const used: UsedSeries[] = [];
  rest = rest.replace(
    /([a-z_][a-z0-9_]*)\s*\{([^}]*)\}/g,
    (_selector, name: string, text: string) => {
      used.push({ name, matchers: parseMatchers(text, faults) });
      return '';
    },
  );
  rest = rest.replace(/\[[^\]]*\]/g, '');
  for (const [word, isCall] of wordsOf(rest)) {
    if (isCall) {
      if (!FUNCTIONS.has(word)) faults.push(`unknown function ${word}`);
    } else if (!OPERATORS.has(word)) used.push({ name: word, matchers: [] });
  }
  const specs = used.flatMap(({ name }) => findSpec(name, faults) ?? []);
  for (const { name, matchers } of used) checkMatchers(name, matchers, faults);
  for (const label of labels) {
    if (label !== 'le' && !specs.every((spec) => Object.hasOwn(spec.labels, label))) {
      faults.push(`label ${label} is not one of every metric in it`);
    }
  }
  if (specs.length === 0) faults.push('no metric');
  return faults;
};

type Matcher = Readonly<{ label: string; operator: string; value: string }>;
type UsedSeries = Readonly<{ name: string; matchers: readonly Matcher[] }>;

const FUNCTIONS = new Set(['histogram_quantile', 'label_values', 'max', 'rate', 'sum']);
const OPERATORS = new Set(['and', 'or', 'unless', 'bool']);

const wordsOf = (text: string): readonly (readonly [word: string, isCall: boolean])[] =>
  [...text.matchAll(/(?<![\w.])([a-z_][a-z0-9_]*)(\s*\()?/g)].map(([, word, call]) => [
    word!,
    call !== undefined,
  ]);

const parseMatchers = (text: string, faults: string[]): readonly Matcher[] =>
  text.split(/,(?=\s*[a-z_]+\s*[=!])/).flatMap((part) => {
    const match = /^\s*([a-z_]+)\s*(=~|!~|!=|=)\s*"([^"]*)"\s*$/.exec(part);
    if (match === null) {
      faults.push(`malformed matcher ${part}`);
      return [];
    }
    return [{ label: match[1]!, operator: match[2]!, value: match[3]! }];
  });

/** What Prometheus itself tells of every page that it reads. */
const UP: MetricSpec = {
  ...{ name: 'up', role: 'router', type: 'gauge', help: 'Whether the page could be read.' },
  labels: { job: ['homeward-router', 'homeward-gateway'], instance: 'open' },
};

/** Series of the table by the names they have on a page. */
const SERIES: ReadonlyMap<string, MetricSpec> = new Map([
  ['up', UP] as const,
  ...METRIC_NAMES.flatMap((metric) => {
    const spec = metricSpec(metric);
    const suffixes = spec.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    return suffixes.map((suffix) => [metricName(metric) + suffix, spec] as const);
  }),
]);

const findSpec = (name: string, faults: string[]): MetricSpec | undefined => {
  const spec = SERIES.get(name);
  if (spec === undefined) faults.push(`unknown metric ${name}`);
  return spec;
};

const checkMatchers = (name: string, matchers: readonly Matcher[], faults: string[]): void => {
  for (const { label, operator, value } of matchers) {
    const values = SERIES.get(name)?.labels[label];
    if (values === undefined) faults.push(`${name} has no label ${label}`);
    else if (values !== 'open') {
      const given = operator.endsWith('~') ? value.split('|') : [value];
      const unknown = given.filter((one) => !one.startsWith('$') && !values.includes(one));
      for (const one of unknown) faults.push(`${name}: ${label} is never ${one}`);
    }
  }
};
