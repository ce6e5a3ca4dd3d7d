/** How pages look, on a screen and on paper. */
export const PAGE_STYLE = `
:root { color-scheme: light; --ink: #1c2733; --soft: #5b6875; --line: #d8dee5; --paper: #fff; --tint: #f4f6f9; --good: #0b6e4f; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1240px; padding: 1.5rem 2rem 3rem; color: var(--ink);
  background: var(--paper); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header { border-bottom: 2px solid var(--ink); margin-bottom: 1.2rem; }
h1 { font-size: 1.7rem; margin: 0 0 .2rem; }
header p { margin: 0 0 .8rem; color: var(--soft); max-width: 75ch; }
h2 { font-size: 1.15rem; margin: 1.8rem 0 .4rem; }
section > p { margin: 0 0 .6rem; color: var(--soft); max-width: 85ch; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(540px, 100%), 1fr)); gap: 1rem 1.5rem; }
figure { margin: 0; min-width: 0; break-inside: avoid; }
figcaption { font-weight: 600; font-size: .9rem; margin-bottom: .2rem; }
.plot { min-height: 250px; }
.u-legend { font-size: .78rem; text-align: left; }
.u-legend .u-series > * { padding: 1px 6px 1px 0; }
.u-legend .u-value { display: none; }
.table { overflow-x: auto; margin-bottom: .8rem; }
table { border-collapse: collapse; font-size: .86rem; font-variant-numeric: tabular-nums; }
.u-legend.u-inline, .u-legend table { border: 0; }
.table th, .table td { padding: .3rem .55rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
.table th:first-child { text-align: left; font-weight: 600; white-space: normal; }
.table thead th { border-bottom: 2px solid var(--ink); vertical-align: bottom; white-space: normal; font-size: .8rem; }
.table tbody tr:nth-child(even) { background: var(--tint); }
.best { color: var(--good); font-weight: 700; }
.spread { color: var(--soft); font-size: .85em; }
.moves { display: flex; flex-wrap: wrap; gap: 1rem 2rem; }
.moves h3 { font-size: .9rem; margin: .2rem 0; }
.moves .table td { border: 1px solid var(--paper); padding: .2rem .5rem; min-width: 3.2rem; }
@page { size: A4 landscape; margin: 12mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 11px; }
  h2 { margin-top: 1rem; }
  h2, h3, section > p { break-after: avoid; }
  section > p, tr, .moves > div { break-inside: avoid; }
  .plots { grid-template-columns: repeat(auto-fit, minmax(400px, 1fr)); }
  .plot { min-height: 0; }
  /* They were drawn for the window: on paper they are as wide as their column. */
  .uplot, .u-wrap, .u-wrap canvas { width: 100% !important; height: auto !important; }
  .u-wrap canvas { display: block; }
  .u-legend { font-size: .65rem; line-height: 1.2; }
  .table { overflow: visible; margin-bottom: .3rem; }
  .moves { gap: .5rem 1.5rem; }
  .table table { zoom: var(--fit, 1); }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
`;
