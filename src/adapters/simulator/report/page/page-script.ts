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
  const shown = (name) => (name.length > 26 ? name.slice(0, 14) + '…' + name.slice(-11) : name);
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = axis.font;
  // Names that would run into each other stand upright.
  const namesAxis = (names, width) => {
    const widest = Math.max(...names.map((name) => pen.measureText(shown(name)).width));
    const upright = widest + 10 > (width - 80) / names.length ? { rotate: -90, size: Math.ceil(widest) + 20 } : { size: 30 };
    return { ...axis, grid: { show: false }, values: (u, at) => at.map((v) => shown(names[v] ?? '')), ...upright };
  };
  const draw = (holder, width = holder.clientWidth, height = 220) => {
    const chart = charts[Number(holder.dataset.chart)];
    const plot = holder.querySelector('.plot');
    plot.textContent = '';
    const names = chart.xNames;
    const last = chart.x.length - 1;
    const x = names
      ? { ...namesAxis(names, width), label: chart.xLabel, splits: () => chart.x }
      : { ...axis, label: chart.xLabel, size: 30, values: (u, at) => at.map(tick) };
    new uPlot({
      width, height: height + x.size, cursor: { drag: { x: false, y: false }, show: false },
      legend: { live: false, show: chart.series.length > 1, markers: { dash: (u, at) => (u.series[at].dash?.length ? 'dashed' : 'solid') } },
      scales: {
        x: { time: false, range: names ? [-0.6, last + 0.6] : [chart.x[0], chart.x[last]] },
        y: chart.isLog
          ? { distr: 3 }
          : { range: (u, min, max) => [Math.min(0, min ?? 0), Math.max(chart.yTop ?? (max ?? 0) * 1.06, max ?? 0) || 1] },
      },
      axes: [x, { ...axis, label: chart.yLabel, size: 62, values: (u, at) => at.map(tick) }],
      series: [{}, ...chart.series.map((series, at) => seriesOf(chart, series, at))],
    }, [chart.x, ...chart.series.map((series) => series.y)], plot);
  };
  const figures = document.querySelectorAll('figure[data-chart]');
  const drawAll = () => figures.forEach((holder) => draw(holder));
  drawAll();
  let width = document.body.clientWidth;
  addEventListener('resize', () => {
    if (document.body.clientWidth === width) return;
    width = document.body.clientWidth;
    drawAll();
  });
  // What is seen now is a window, not paper: px that A4 is wide between its margins.
  const paperWidth = 1030;
  const fit = (holder) => holder.style.setProperty('--fit', Math.min(1, paperWidth / holder.scrollWidth));
  addEventListener('beforeprint', () => {
    figures.forEach((holder) => draw(holder, holder.parentElement.children.length > 1 ? paperWidth / 2 : paperWidth, 180));
    // Paper cannot be scrolled.
    document.querySelectorAll('.table').forEach(fit);
  });
  addEventListener('afterprint', drawAll);
})();
`;
