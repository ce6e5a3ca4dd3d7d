import type { Report } from '../../simulator/index.js';
import { formatFigure, METRICS, UNITS, type Metric } from '../../simulator/report/metrics.js';
import { seedsLine, skippedText } from '../../simulator/report/markdown.js';
import type { Colors } from '../../terminal/colors.js';
import { renderTable } from '../../terminal/table.js';
import { wrapParts } from '../../terminal/wrap.js';

/** What fits beside the name of a policy; the report has all figures. */
const SHOWN: Readonly<Record<string, string>> = {
  kv_reuse: 'reuse',
  ttft_p50_ms: 'p50',
  ttft_p99_ms: 'p99',
  goodput_per_second: 'good',
  left_last_cluster: 'left',
  refused: 'refused',
};

/** A report for a terminal. */
export const reportTable = (report: Report, colors: Colors): string => {
  const { scenario, seeds, policies, skippedRows } = report;
  const metrics = METRICS.filter(({ key }) => SHOWN[key] !== undefined);
  const rows = policies.map(({ name, estimates }) => [
    name,
    ...metrics.map((metric) => cellOf(estimates[metric.key]!, metric, seeds.length)),
  ]);
  const columns = metrics.map(({ key, unit }) => {
    const symbol = UNITS[unit];
    return {
      title: `${SHOWN[key]!}${symbol === '' ? '' : `, ${symbol}`}`,
      align: 'right',
    } as const;
  });
  const skipped = skippedRows === 0 ? [] : [skippedText(skippedRows)];
  return [
    colors.bold(scenario.name),
    ...(scenario.description === '' ? [] : [wrapParts(scenario.description.split(' '), ' ')]),
    '',
    renderTable([{ title: 'policy', maxWidth: 34 }, ...columns], rows, colors),
    '',
    `${seedsLine(seeds.length)}${LEGEND}`,
    ...skipped,
  ].join('\n');
};

const LEGEND = `
reuse: prompt tokens found in a cache; p50, p99: time to first token; good: requests that met the
TTFT objective; left: requests of known sessions that left their last cluster.`;

type Figure = Readonly<{ mean: number; halfWidth: number }>;

const cellOf = ({ mean, halfWidth }: Figure, { unit }: Metric, seedCount: number): string => {
  const figure = formatFigure(mean, unit);
  return seedCount === 1 || figure === '-'
    ? figure
    : `${figure} ± ${formatFigure(halfWidth, unit)}`;
};
