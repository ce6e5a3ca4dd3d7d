import { estimateMean, type Estimate } from '../measure/confidence.js';
import type { RunSummary } from '../measure/run-summary.js';
import type { Scenario } from '../scenario/scenario.js';
import { METRICS } from './metrics.js';

/** What the policies of a scenario came to, over one seed or several. */
export type Report = Readonly<{
  scenario: Scenario;
  seeds: readonly string[];
  policies: readonly PolicyReport[];
  /** Rows of the trace that were bad and passed over. */
  skippedRows: number;
}>;

/** The figures of one policy over all seeds. */
export type PolicyReport = Readonly<{
  name: string;
  /** One per seed. */
  runs: readonly RunSummary[];
  /** By the key of the metric. */
  estimates: Readonly<Record<string, Estimate>>;
}>;

/** Puts runs together, policy by policy; seeds keep their order. */
export const createReport = (
  scenario: Scenario,
  seeds: readonly string[],
  runs: readonly RunSummary[],
  skippedRows = 0,
): Report => ({
  scenario,
  seeds,
  skippedRows,
  policies: scenario.policies.map(({ name }) => {
    const own = runs.filter(({ policy }) => policy === name);
    const estimates = METRICS.map(({ key, of }) => [key, estimateMean(own.map(of))] as const);
    return { name, runs: own, estimates: Object.fromEntries(estimates) };
  }),
});
