import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { faultsOf } from './promql.js';

const FILE = new URL('../../../deploy/prometheus/alerts.yaml', import.meta.url);
const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n');

/** The few forms of line the file is made of; so it needs no YAML parser to be understood. */
const LINE_FORMS = [
  /^#/,
  /^groups:$/,
  /^ {2}- name: [a-z-]+$/,
  /^ {4}rules:$/,
  /^ {6}- alert: [A-Z][A-Za-z]+$/,
  /^ {8}expr: '[^']+'$/,
  /^ {8}for: \d+m$/,
  /^ {8}(labels|annotations):$/,
  /^ {10}severity: (warning|critical)$/,
  /^ {10}(summary|description): '[^']+'$/,
];

const RULE_KEYS = [
  'alert',
  'expr',
  'for',
  'labels',
  'severity',
  'annotations',
  'summary',
  'description',
];

const expressions = lines.flatMap((line) => /^ {8}expr: '(.*)'$/.exec(line)?.[1] ?? []);

describe('deploy/prometheus/alerts.yaml', () => {
  test('consists of complete rules', () => {
    for (const line of lines)
      expect(
        LINE_FORMS.some((form) => form.test(line)),
        line,
      ).toBe(true);
    const keys = lines.flatMap((line) => /^ {6,}(?:- )?([a-z]+):/.exec(line)?.[1] ?? []);
    expect(keys).toEqual(expressions.flatMap(() => RULE_KEYS));
    expect(expressions.length).toBeGreaterThan(10);
  });

  test('names every alert once', () => {
    const names = lines.flatMap((line) => /- alert: (\w+)/.exec(line)?.[1] ?? []);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(expressions)('asks only for what the metric table has: %s', (expression) => {
    expect(faultsOf(expression)).toEqual([]);
  });
});
