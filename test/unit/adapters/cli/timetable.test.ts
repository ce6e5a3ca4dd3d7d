import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseCase, type Case } from '../../../../src/adapters/cases/index.js';
import { timelineSvg } from '../../../../src/adapters/cli/timeline/timeline-svg.js';
import { timetableOf, type Timetable } from '../../../../src/adapters/cli/timeline/timetable.js';
import { explain } from '../../../../src/decide.js';
import { createView } from '../../../../src/index.js';

const file = new URL('../../../golden/decisions.jsonl', import.meta.url);

const cases: readonly Case[] = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .flatMap((line) => {
    const parsed = parseCase((JSON.parse(line) as { case: unknown }).case, createView);
    return parsed._tag === 'Left' ? [] : [parsed.right];
  });

/** Times on both sides of every moment at which the table says that something changes. */
const probes = ({ lanes, endMs }: Timetable): readonly number[] => {
  const moments = lanes.flatMap(({ spans }) => spans.map(({ fromMs }) => fromMs));
  const even = Array.from({ length: 24 }, (_, at) => (endMs * at) / 24);
  return [...even, ...moments.flatMap((ms) => [ms, ms + 1e-3, Math.max(0, ms - 1e-3)])];
};

const spanAt = (spans: Timetable['lanes'][number]['spans'], atMs: number) =>
  spans.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);

describe('the timetable of a wait', () => {
  test('says of every golden case, cluster and moment what explain says', () => {
    expect(cases.length).toBeGreaterThan(700);
    const wrong: string[] = [];
    for (const [at, given] of cases.entries()) {
      const table = timetableOf(given);
      for (const ms of new Set(probes(table))) {
        if (ms >= table.endMs) continue;
        const { rows } = explain(given.policy, given.view, given.request, ms, given.cursor);
        for (const { clusterId, spans } of table.lanes) {
          const row = rows.find((known) => known.clusterId === clusterId)!;
          const span = spanAt(spans, ms);
          if (span?.verdict !== row.verdict || span.bucket !== row.bucket) {
            wrong.push(`row ${String(at + 1)}, ${clusterId}, ${String(ms)} ms: ${row.verdict}`);
          }
        }
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  test('has no gap, and ends after everything has happened', () => {
    for (const given of cases) {
      const { lanes, decisions, endMs, waitMs } = timetableOf(given);
      expect(endMs).toBeGreaterThan(waitMs);
      for (const spans of [decisions, ...lanes.map((lane) => lane.spans)]) {
        expect(spans[0]!.fromMs).toBe(0);
        expect(spans.at(-1)!.toMs).toBe(endMs);
        for (const [at, { toMs }] of spans.slice(0, -1).entries()) {
          expect(spans[at + 1]!.fromMs).toBe(toMs);
        }
      }
    }
  });

  test('escapes what comes from outside in its picture', () => {
    const json = {
      config: { algorithm: 'random' },
      snapshot: { model_id: 'm', clusters: [{ cluster_id: '<b>&"', rtt_ms: 1 }] },
      request: { request_id: 'r' },
    };
    const parsed = parseCase(json, createView);
    const svg = parsed._tag === 'Right' ? timelineSvg(parsed.right) : '';
    expect(svg).not.toContain('<b>');
    expect(svg).toContain('&#60;b&#62;&#38;');
  });

  test('says how many clusters it has left out of its picture', () => {
    const clusters = Array.from({ length: 30 }, (_, at) => ({
      cluster_id: `c${String(at)}`,
      rtt_ms: 1,
    }));
    const json = {
      config: { algorithm: 'random' },
      snapshot: { model_id: 'm', clusters },
      request: { request_id: 'r' },
    };
    const parsed = parseCase(json, createView);
    expect(parsed._tag === 'Right' && timelineSvg(parsed.right)).toContain(
      'not drawn: 6 more clusters',
    );
  });
});
