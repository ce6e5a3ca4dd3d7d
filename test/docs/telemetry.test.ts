import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { metricSpec, METRIC_NAMES } from '../../src/adapters/telemetry/metrics.js';
import {
  metricsReference,
  REFERENCE_END,
  REFERENCE_START,
} from '../unit/adapters/telemetry/metrics-reference.js';

const METRICS_DOC = new URL('../../docs/metrics.md', import.meta.url);
const TRACING_DOC = new URL('../../docs/tracing-and-logs.md', import.meta.url);
const PORT = new URL('../../src/adapters/telemetry/port.ts', import.meta.url);

describe('docs/metrics.md', () => {
  test('holds the reference of the metric table (UPDATE_DOCS=1 writes it)', () => {
    const page = readFileSync(METRICS_DOC, 'utf8');
    const [before, rest] = page.split(REFERENCE_START) as [string, string];
    const after = rest.split(REFERENCE_END)[1]!;
    const wanted = `${before}${REFERENCE_START}\n\n${metricsReference()}\n${REFERENCE_END}${after}`;
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(METRICS_DOC, wanted);
    expect(readFileSync(METRICS_DOC, 'utf8')).toBe(wanted);
  });

  test('can say everything in one line each', () => {
    for (const metric of METRIC_NAMES) expect(metricSpec(metric).help).toMatch(/^[A-Z].+\.$/);
  });
});

describe('docs/tracing-and-logs.md', () => {
  test('describes every log event', () => {
    const source = readFileSync(PORT, 'utf8');
    const union = source.slice(source.indexOf('type LogEvent'), source.indexOf('type LogFields'));
    const events = [...union.matchAll(/'([a-z_]+)'/g)].map(([, event]) => event!);
    expect(events.length).toBeGreaterThan(8);
    const doc = readFileSync(TRACING_DOC, 'utf8');
    for (const event of events) expect(doc).toContain(`| \`${event}\` |`);
  });
});
