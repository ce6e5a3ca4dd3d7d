import type { PolicyReport, Report } from './report.js';
import { formatFigure, type Metric } from './metrics.js';
import { seedsLine, shownMetrics, skippedText, titleOf } from './markdown.js';
import type { Chart } from './page/chart.js';
import { escapeHtml, htmlTable } from './page/html-text.js';
import { renderPage, type Section } from './page/page.js';
import type { PlotLibrary } from './page/plot-library.js';

/** A report as one self-contained HTML page. */
export const htmlOf = (report: Report, library: PlotLibrary): string => {
  const { scenario } = report;
  return renderPage(
    { title: scenario.name, lead: scenario.description, sections: sectionsOf(report) },
    library,
  );
};

/** The parts of the page of a report. */
export const sectionsOf = (report: Report): readonly Section[] => {
  const { seeds, policies, skippedRows } = report;
  const skipped = skippedRows === 0 ? '' : ` ${skippedText(skippedRows)}`;
  const pictured = `Pictures show seed ${seeds[0]!}.`;
  return [
    {
      title: 'Policies compared',
      text: seedsLine(seeds.length) + skipped,
      html: metricsTable(report),
    },
    {
      title: 'Time to first token',
      text: `How many percent of the requests had their first token within a time. ${pictured}`,
      charts: [
        curveChart('TTFT', policies, (run) => run.pictures.ttftCurveMs),
        curveChart('Time waited in the router', policies, (run) => run.pictures.waitCurveMs),
      ],
    },
    {
      title: 'KV reuse over time',
      text: 'Share of prompt tokens found in the cache of the cluster that served them.',
      charts: [reuseChart(policies)],
    },
    {
      title: 'Load per cluster over time',
      text: 'Mean requests on each cluster, running and queued at the engine; one scale for all.',
      charts: loadCharts(report),
    },
    {
      title: 'Moves between clusters',
      text: 'Requests of sessions that had been served before: from the cluster that served the session last (rows) to the one that serves it now (columns), in percent of all of them.',
      html: `<div class="moves">${policies.map((policy) => movesTable(report, policy)).join('')}</div>`,
    },
  ];
};

type Run = PolicyReport['runs'][number];

const metricsTable = ({ policies, seeds }: Report): string => {
  const metrics = shownMetrics(policies);
  const best = metrics.map((metric) => bestOf(metric, policies));
  const rows = policies.map(({ name, estimates }) => [
    escapeHtml(name),
    ...metrics.map(({ key, unit }, at) => {
      const { mean, halfWidth } = estimates[key]!;
      const figure = formatFigure(mean, unit);
      const spread =
        seeds.length > 1 && figure !== '-'
          ? ` <span class="spread">± ${formatFigure(halfWidth, unit)}</span>`
          : '';
      return `<span${mean === best[at] ? ' class="best"' : ''}>${figure}</span>${spread}`;
    }),
  ]);
  return htmlTable(['policy', ...metrics.map(titleOf)], rows, true);
};

const bestOf = ({ key, better }: Metric, policies: readonly PolicyReport[]): number => {
  const means = policies.map(({ estimates }) => estimates[key]!.mean).filter(Number.isFinite);
  if (better === 'none' || means.length < 2) return NaN;
  return better === 'less' ? Math.min(...means) : Math.max(...means);
};

const PERCENTS = Array.from({ length: 100 }, (_, at) => at + 1);

const curveChart = (
  title: string,
  policies: readonly PolicyReport[],
  curveOf: (run: Run) => readonly number[],
): Chart => ({
  title,
  kind: 'lines',
  xLabel: '% of requests',
  yLabel: 'ms',
  isLog: true,
  x: PERCENTS,
  series: policies.map(({ name, runs }) => ({
    name,
    // A logarithm has no place for 0.
    y: PERCENTS.map((_, at) => atLeast(curveOf(runs[0]!)[at])),
  })),
});

const atLeast = (value: number | undefined): number | null =>
  value === undefined ? null : Math.max(value, 1);

const reuseChart = (policies: readonly PolicyReport[]): Chart => {
  const { x, at } = commonSlices(policies.map(({ runs }) => runs[0]!));
  return {
    title: 'KV reuse',
    kind: 'lines',
    xLabel: 's',
    yLabel: '% of prompt tokens',
    yTop: 100,
    x,
    series: policies.map(({ name, runs }) => {
      const { reuse } = runs[0]!.pictures;
      return { name, y: at(runs[0]!, reuse).map((share) => (share === null ? null : share * 100)) };
    }),
  };
};

/** One per policy, all of one scale: they are there to be compared. */
const loadCharts = ({ scenario, policies }: Report): readonly Chart[] => {
  const { x, at } = commonSlices(policies.map(({ runs }) => runs[0]!));
  const all = policies.map(({ name, runs }) => ({
    title: name,
    series: scenario.clusters.map(({ clusterId }, cluster) => ({
      name: clusterId,
      y: at(runs[0]!, runs[0]!.pictures.load[cluster]!),
    })),
  }));
  const loads = all.flatMap(({ series }) => series.flatMap(({ y }) => y.map((load) => load ?? 0)));
  const yTop = Math.ceil(loads.reduce((most, load) => Math.max(most, load), 0) * 1.06);
  return all.map((one) => ({
    ...{ kind: 'lines', xLabel: 's', yLabel: 'requests', yTop, x },
    ...one,
  }));
};

/** Slices that runs of different length have in common: as wide as the widest, ends of slices in s. */
const commonSlices = (
  runs: readonly Run[],
): Readonly<{
  x: readonly number[];
  at: (run: Run, values: readonly (number | null)[]) => readonly (number | null)[];
}> => {
  const sliceMs = Math.max(...runs.map((run) => run.pictures.sliceMs));
  const count = Math.max(
    ...runs.map(({ pictures }) => Math.ceil((pictures.reuse.length * pictures.sliceMs) / sliceMs)),
  );
  const slices = Array.from({ length: count }, (_, at) => at);
  return {
    x: slices.map((at) => ((at + 1) * sliceMs) / 1000),
    at: (run, values) => {
      const width = sliceMs / run.pictures.sliceMs;
      return slices.map((at) => meanOf(values.slice(at * width, (at + 1) * width)));
    },
  };
};

const meanOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
};

const movesTable = ({ scenario }: Report, { name, runs }: PolicyReport): string => {
  const { moves } = runs[0]!.pictures;
  const total = moves.flat().reduce((sum, count) => sum + count, 0);
  const ids = scenario.clusters.map(({ clusterId }) => escapeHtml(clusterId));
  const rows = moves.map((row, from) => [
    ids[from]!,
    ...row.map((count, to) => moveCell(total === 0 ? 0 : count / total, from === to)),
  ]);
  return `<div><h3>${escapeHtml(name)}</h3>${htmlTable(['', ...ids], rows, true)}</div>`;
};

/** Moves are warm, stays are cool: the deeper, the more. */
const moveCell = (share: number, isStay: boolean): string => {
  const depth = Math.round(Math.min(1, share * 3) * 70);
  const color = `hsl(${isStay ? '200 70%' : '20 85%'} ${String(97 - depth * 0.6)}%)`;
  return `<span style="display:block;background:${color}">${(share * 100).toFixed(1)}</span>`;
};
