/**
 * One self-contained HTML page with plots: it opens from disk and loads nothing.
 *
 * Plots are drawn by uPlot, whose script and style stand in the page; the page is static apart
 * from that.
 */
import type { Chart } from './chart.js';
import { escapeHtml } from './html-text.js';
import { PAGE_SCRIPT } from './page-script.js';
import { PAGE_STYLE } from './page-style.js';
import type { PlotLibrary } from './plot-library.js';

/** A part of a page: words, a table that is HTML already, charts side by side. */
export type Section = Readonly<{
  title: string;
  text?: string;
  html?: string;
  charts?: readonly Chart[];
}>;

export type Page = Readonly<{ title: string; lead: string; sections: readonly Section[] }>;

/** The HTML of a page. */
export const renderPage = ({ title, lead, sections }: Page, library: PlotLibrary): string => {
  const charts: Chart[] = [];
  const body = sections.map((section) => renderSection(section, charts)).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${library.style}${PAGE_STYLE}</style>
</head>
<body>
<header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(lead)}</p></header>
<main>
${body}
</main>
<script>${SHARP}</script>
<script>${inScript(library.script)}</script>
<script type="application/json" id="charts">${inScript(JSON.stringify(charts))}</script>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
};

/** Plots are bitmaps: drawn at twice the size they stay sharp on paper. */
const SHARP =
  'Object.defineProperty(window, "devicePixelRatio", { value: Math.max(2, devicePixelRatio) });';

const renderSection = ({ title, text, html = '', charts = [] }: Section, all: Chart[]): string => {
  const figures = charts.map((chart) => {
    const at = all.push(chart) - 1;
    const caption = `<figcaption>${escapeHtml(chart.title)}</figcaption>`;
    return `<figure data-chart="${String(at)}">${caption}<div class="plot"></div></figure>`;
  });
  const plots = figures.length === 0 ? '' : `<div class="plots">${figures.join('\n')}</div>`;
  const words = text === undefined ? '' : `<p>${escapeHtml(text)}</p>`;
  return `<section><h2>${escapeHtml(title)}</h2>${words}${html}${plots}</section>`;
};

/** Text that ends no script element. */
const inScript = (text: string): string =>
  text.replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--');
