import { counted } from '../../../core/codec/counted.js';
import type { Estimate } from '../measure/confidence.js';
import { formatFigure, METRICS, UNITS, type Metric } from './metrics.js';
import type { PolicyReport, Report } from './report.js';

/** A report as Markdown. */
export const markdownOf = (report: Report): string => {
  const { scenario, seeds, skippedRows } = report;
  const skipped = skippedRows === 0 ? [] : [skippedText(skippedRows), ''];
  return [
    `# ${scenario.name}`,
    '',
    ...(scenario.description === '' ? [] : [scenario.description, '']),
    seedsLine(seeds.length),
    '',
    ...skipped,
    comparisonTable(report),
    '',
  ].join('\n');
};

/** The policies side by side, as a Markdown table. */
export const comparisonTable = (
  { policies, seeds }: Report,
  metrics = shownMetrics(policies),
): string =>
  [
    `| policy | ${metrics.map(titleOf).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(metrics.length)}`,
    ...policies.map(
      ({ name, estimates }) =>
        `| ${name} | ${metrics.map((metric) => cellOf(estimates, metric, seeds.length)).join(' | ')} |`,
    ),
  ].join('\n');

/** The metrics that some policy has a figure for; counts only where one is not 0. */
export const shownMetrics = (policies: readonly PolicyReport[]): readonly Metric[] =>
  METRICS.filter(({ key, unit }) =>
    policies.some(({ estimates }) => {
      const { mean } = estimates[key]!;
      return unit === 'count' ? mean > 0 : !Number.isNaN(mean);
    }),
  );

/** That a trace was not read whole. */
export const skippedText = (rowCount: number): string =>
  `Left out: ${counted(rowCount, 'bad row')} of the trace.`;

/** What the figures of a table are. */
export const seedsLine = (count: number): string =>
  count === 1
    ? 'One seed.'
    : `Means over ${String(count)} seeds, with the half width of the 95 % confidence interval.`;

export const titleOf = ({ title, unit }: Metric): string =>
  UNITS[unit] === '' ? title : `${title}, ${UNITS[unit]}`;

const cellOf = (
  estimates: Readonly<Record<string, Estimate>>,
  { key, unit }: Metric,
  seedCount: number,
): string => {
  const { mean, halfWidth } = estimates[key]!;
  const figure = formatFigure(mean, unit);
  return seedCount === 1 || figure === '-'
    ? figure
    : `${figure} ± ${formatFigure(halfWidth, unit)}`;
};
