import { compare, exercise } from './measure.js';
import type { Options } from './options.js';
import { verdictOf, type MemoryResult, type Result } from './report.js';
import type { MemoryRow, Row } from './subject.js';

/**
 * Runs a little of everything, unmeasured. Compiled code depends on what a process has seen; after
 * this a row gives the same figures alone as among others.
 */
export const settle = (rows: readonly Row[], { effort }: Options): void => {
  const smallest = Math.min(...rows.map(({ clusterCount }) => clusterCount));
  for (const row of rows) {
    if (row.clusterCount > 2 * smallest) continue;
    const { ours, baseline } = row.build();
    exercise(ours, effort.warmUpMs / 4);
    if (baseline.kind === 'measured') exercise(baseline.subject, effort.warmUpMs / 4);
  }
};

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
