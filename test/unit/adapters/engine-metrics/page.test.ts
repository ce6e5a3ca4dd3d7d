import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { costGrowth } from '../../../support/cost-growth.js';
import { isCutOff, parseMetricsPage } from '../../../../src/adapters/engine-metrics/page.js';
import { recordedPage, recordedPages } from './pages.js';

const valuesOf = (text: string, name: string): readonly number[] =>
  (parseMetricsPage(text, new Set([name])).get(name) ?? []).map(({ value }) => value);

describe('parseMetricsPage', () => {
  test.each(recordedPages())('agrees with the npm package about %s', (file) => {
    const text = recordedPage(file);
    for (const [name, samples] of packageSamples(text)) {
      const ours = parseMetricsPage(text, new Set([name])).get(name) ?? [];
      expect(ours.map(({ labels, value }) => ({ labels: asObject(labels), value }))).toEqual(
        samples,
      );
    }
  });

  test('reads labels with escapes, spaces and a comma at the end, and drops the timestamp', () => {
    const text = String.raw`a { x = "1" , y="q\"\\\n\t," , } 2.5e+003 1395066363000`;
    const sample = parseMetricsPage(text, new Set(['a'])).get('a')?.[0];
    expect(sample?.value).toBe(2500);
    expect([...sample!.labels]).toEqual([
      ['x', '1'],
      ['y', 'q"\\\n\\t,'],
    ]);
  });

  test('keeps label names that JavaScript objects have of their own', () => {
    const text = 'a{__proto__="x",constructor="y",toString="z"} 1\n';
    const labels = parseMetricsPage(text, new Set(['a'])).get('a')?.[0]?.labels;
    expect(labels?.get('__proto__')).toBe('x');
    expect(labels?.get('constructor')).toBe('y');
    expect(labels?.size).toBe(3);
  });

  test('leaves out samples that are not finite numbers of at least 0', () => {
    const text = 'a NaN\na +Inf\na -Inf\na -1\na 1.15e+011\na\na  \na x\na 7\n';
    expect(valuesOf(text, 'a')).toEqual([1.15e11, 7]);
  });

  test('passes over malformed lines without losing the rest', () => {
    const text = 'a{x=1} 2\na{x="1" 3\na{x="1"}\na{x="1",,} 4\na-b 5\n<html>\r\na{} 6\r\na 7';
    expect(valuesOf(text, 'a')).toEqual([6, 7]);
  });

  test('keeps only the names it was asked for', () => {
    const text = 'a 1\na_total 2\nab 3\n# TYPE a gauge\n';
    expect([...parseMetricsPage(text, new Set(['a', 'b'])).keys()]).toEqual(['a']);
  });

  test.each([
    (size: number) => 'a' + '}'.repeat(size),
    (size: number) => 'a{' + 'x="" '.repeat(size / 5),
    (size: number) => 'a' + ' '.repeat(size) + '!x y',
  ])(
    'is not slowed down by a hostile line: eight times as long, far less than 64 times the work',
    async (lineOf) => {
      const growth = await costGrowth(50_000, 8, (size) => {
        expect(valuesOf(`${lineOf(size)}\n`.repeat(20), 'a')).toEqual([]);
      });
      expect(growth).toBeLessThan(32);
    },
  );
});

describe('isCutOff', () => {
  test.each(['a{x="1"} 2\n', 'a{x="1"} 2', 'a 2', '# HELP a', '# HE', '', 'a 2\n\n  '])(
    'is false for %j',
    (text) => {
      expect(isCutOff(text)).toBe(false);
    },
  );

  test.each(['a 1\na', 'a 1\na{', 'a 1\na{x="1', 'a 1\na{x="1"', 'a 1\na{x="1"} ', 'a{x="1"}'])(
    'is true for %j',
    (text) => {
      expect(isCutOff(text)).toBe(true);
    },
  );
});

type PackageSample = Readonly<{
  labels?: Readonly<Record<string, string>>;
  value?: string;
  sum?: string;
  count?: string;
}>;

/** The package has no types of its own; this is what is needed of them. */
const parseWithPackage = createRequire(import.meta.url)('parse-prometheus-text-format') as (
  text: string,
) => readonly Readonly<{ name: string; type: string; metrics: readonly PackageSample[] }>[];

type PlainSample = Readonly<{ labels: Readonly<Record<string, string>>; value: number }>;

/** The package's view of gauges, counters and the sums and counts of histograms, by name. */
const packageSamples = (text: string): ReadonlyMap<string, readonly PlainSample[]> => {
  const byName = new Map<string, PlainSample[]>();
  const add = (name: string, labels: PlainSample['labels'] = {}, text?: string) => {
    const value = Number(text ?? 'NaN');
    if (!Number.isFinite(value) || value < 0) return;
    byName.set(name, [...(byName.get(name) ?? []), { labels, value }]);
  };
  for (const { name, type, metrics } of parseWithPackage(text)) {
    for (const { labels, value, sum, count } of metrics) {
      if (type !== 'HISTOGRAM') add(name, labels, value);
      else {
        add(`${name}_sum`, labels, sum);
        add(`${name}_count`, labels, count);
      }
    }
  }
  return byName;
};

const asObject = (labels: ReadonlyMap<string, string>) => Object.fromEntries(labels);
