import { compare } from './measure.js';
import type { Options } from './options.js';
import { verdictOf, type MemoryResult, type Result } from './report.js';
import type { MemoryRow, Row } from './subject.js';

/** Measures the rows that were asked for. */
export const runRows = (rows: readonly Row[], { only, effort }: Options): readonly Result[] =>
  rows
    .filter((row) => only.test(`${row.group}: ${row.name}, ${String(row.clusterCount)}`))
    .map((row) => {
      const { ours, baseline } = row.build();
      const measurement = compare(ours, baseline, effort);
      const { group, name, clusterCount, goalRatio = null } = row;
      const verdict = verdictOf(row, measurement.ratio);
      const baselineLabel =
        baseline.kind === 'published'
          ? `${baseline.label}: ${String(baseline.nsPerOperation)} ns`
          : baseline.label;
      return { group, name, clusterCount, baselineLabel, goalRatio, verdict, ...measurement };
    });

/** Measures the memory rows that were asked for. */
export const runMemoryRows = (
  rows: readonly MemoryRow[],
  { only }: Options,
): readonly MemoryResult[] =>
  rows
    .filter((row) => only.test(`${row.group}: ${row.name}`))
    .map(({ group, name, measure }) => {
      const startMs = performance.now();
      const measured = measure();
      const verdict = measured.heldBytes <= measured.limitBytes ? 'met' : 'missed';
      return { group, name, tookMs: performance.now() - startMs, verdict, ...measured };
    });
