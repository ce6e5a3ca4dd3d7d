import {
  metricName,
  metricSpec,
  METRIC_NAMES,
  type MetricSpec,
} from '../../../../src/adapters/telemetry/metrics.js';

export const REFERENCE_START = '<!-- metrics:start -->';
export const REFERENCE_END = '<!-- metrics:end -->';

/** The reference of `docs/metrics.md`, as Markdown. */
export const metricsReference = (): string =>
  (['router', 'gateway'] as const)
    .flatMap((role) => [`## ${role === 'router' ? 'Router' : 'Gateway'}`, '', ...sections(role)])
    .join('\n');

const sections = (role: MetricSpec['role']): readonly string[] =>
  METRIC_NAMES.filter((metric) => metricSpec(metric).role === role).flatMap((metric) => {
    const { type, help, labels, buckets, startsAtZero } = metricSpec(metric);
    return [
      `### \`${metricName(metric)}\``,
      '',
      `${capitalized(type)}. ${help}`,
      '',
      ...Object.entries(labels).map(([label, values]) =>
        values === 'open'
          ? `- \`${label}\`: any`
          : `- \`${label}\`: ${values.map((value) => `\`${value}\``).join(', ')}`,
      ),
      ...(buckets === undefined ? [] : [`- buckets, in seconds: ${buckets.map(plain).join(', ')}`]),
      ...(startsAtZero === undefined ? [] : [`- ${STARTS[startsAtZero]}`]),
      ...(Object.keys(labels).length === 0 && buckets === undefined ? [] : ['']),
    ];
  });

const STARTS = {
  creation: 'every series starts at 0',
  target: 'every pair of the last two labels starts at 0 when a target is first seen',
};

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Without an exponent: 0.000001, not 1e-6. */
const plain = (seconds: number): string => seconds.toFixed(7).replace(/\.?0+$/, '');
