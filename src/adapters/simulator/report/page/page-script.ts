/** Draws the charts of a page; runs in the browser, so it is text here. */
export const PAGE_SCRIPT = `
(() => {
  const charts = JSON.parse(document.getElementById('charts').textContent);
  const colors = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7a5195', '#444444', '#a0522d', '#808000'];
  const dashes = [[], [8, 4], [2, 3]];
  const figure = new Intl.NumberFormat('en', { maximumSignificantDigits: 3, useGrouping: true });
  const tick = (value) => (value === null ? null : figure.format(value));
  const axis = { stroke: '#5b6875', grid: { stroke: '#e6eaef', width: 1 }, ticks: { stroke: '#c4ccd5', width: 1 }, font: '11px system-ui, sans-serif', labelFont: '12px system-ui, sans-serif', labelSize: 22 };
  const seriesOf = (chart, series, at) => {
    const color = colors[at % colors.length];
    const base = { label: series.name, stroke: color, spanGaps: true, points: { show: false } };
    if (chart.kind === 'lines') return { ...base, width: 2, dash: dashes[Math.floor(at / colors.length) % 3] };
    const count = chart.series.length;
    return { ...base, width: 0, fill: color, paths: bars(at, count) };
  };
  const bars = (at, count) => (u, sidx, from, to) => {
    const path = new Path2D();
    const group = u.valToPos(1, 'x', true) - u.valToPos(0, 'x', true);
    const width = (group * 0.8) / count;
    const zero = u.valToPos(0, 'y', true);
    for (let i = from; i <= to; i++) {
      const value = u.data[sidx][i];
      if (value === null || value === undefined) continue;
      const left = u.valToPos(u.data[0][i], 'x', true) - group * 0.4 + width * at;
      const top = u.valToPos(value, 'y', true);
      path.rect(left, Math.min(top, zero), width, Math.abs(zero - top));
    }
    return { fill: path, stroke: path };
  };
  const draw = (holder) => {
    const chart = charts[Number(holder.dataset.chart)];
    const plot = holder.querySelector('.plot');
    plot.textContent = '';
    const names = chart.xNames;
    const last = chart.x.length - 1;
    const x = { ...axis, label: chart.xLabel, values: names ? (u, at) => at.map((v) => names[v] ?? '') : (u, at) => at.map(tick) };
    if (names) { x.splits = () => chart.x; x.grid = { show: false }; }
    new uPlot({
      width: holder.clientWidth, height: 270, cursor: { drag: { x: false, y: false }, show: false },
      legend: { live: false, show: chart.series.length > 1, markers: { dash: (u, at) => (u.series[at].dash?.length ? 'dashed' : 'solid') } },
      scales: {
        x: { time: false, range: names ? [-0.6, last + 0.6] : [chart.x[0], chart.x[last]] },
        y: chart.isLog
          ? { distr: 3 }
          : { range: (u, min, max) => [Math.min(0, min ?? 0), Math.max(chart.yTop ?? 0, (max ?? 0) * 1.06) || 1] },
      },
      axes: [x, { ...axis, label: chart.yLabel, size: 62, values: (u, at) => at.map(tick) }],
      series: [{}, ...chart.series.map((series, at) => seriesOf(chart, series, at))],
    }, [chart.x, ...chart.series.map((series) => series.y)], plot);
  };
  const drawAll = () => document.querySelectorAll('figure[data-chart]').forEach(draw);
  drawAll();
  let width = document.body.clientWidth;
  addEventListener('resize', () => {
    if (document.body.clientWidth === width) return;
    width = document.body.clientWidth;
    drawAll();
  });
  addEventListener('beforeprint', drawAll);
})();
`;
