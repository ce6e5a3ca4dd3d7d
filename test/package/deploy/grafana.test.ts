import { readFileSync } from 'node:fs';
import * as t from 'io-ts';
import { describe, expect, test } from 'vitest';
import { metricName, METRIC_NAMES } from '../../../src/adapters/telemetry/metrics.js';
import { faultsOf } from './promql.js';

const Panel = t.intersection([
  t.type({
    id: t.number,
    title: t.string,
    type: t.string,
    gridPos: t.type({ x: t.number, y: t.number, w: t.number, h: t.number }),
  }),
  t.partial({ targets: t.array(t.type({ expr: t.string })) }),
]);

const Dashboard = t.type({
  title: t.string,
  panels: t.array(Panel),
  templating: t.type({
    list: t.array(
      t.intersection([t.type({ name: t.string }), t.partial({ definition: t.string })]),
    ),
  }),
});

const text = readFileSync(
  new URL('../../../deploy/grafana/homeward.json', import.meta.url),
  'utf8',
);
const json: unknown = JSON.parse(text);
if (!Dashboard.is(json)) throw new Error('deploy/grafana/homeward.json is no dashboard');
const { panels, templating } = json;
const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

describe('deploy/grafana/homeward.json', () => {
  test.each(expressions)('asks only for what the metric table has: %s', (expression) => {
    expect(faultsOf(expression)).toEqual([]);
  });

  test('shows every metric', () => {
    for (const metric of METRIC_NAMES) expect(text).toContain(metricName(metric));
  });

  test('fills its variables from labels that exist, and uses no others', () => {
    for (const { definition } of templating.list) {
      if (definition === undefined) continue;
      const [, series, label] = /^label_values\((.*), (\w+)\)$/.exec(definition)!;
      expect(faultsOf(`sum by (${label!}) (${series!})`)).toEqual([]);
    }
    const names = new Set(['__rate_interval', '__all', ...templating.list.map(({ name }) => name)]);
    for (const [, name] of text.matchAll(/\$\{?(\w+)/g)) expect(names).toContain(name);
  });

  test('gives panels ids of their own and lays them out without overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });
});
