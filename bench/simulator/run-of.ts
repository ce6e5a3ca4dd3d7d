import {
  openWorkload,
  runPolicy,
  type RunSummary,
  type Scenario,
} from '../../src/adapters/simulator/index.js';

/** One run of the first policy of a scenario. */
export const runOf = async (scenario: Scenario, seed: string): Promise<RunSummary> => {
  const opened = await openWorkload(scenario.workload);
  if (opened._tag === 'Left') throw new Error(opened.left);
  return runPolicy(scenario, scenario.policies[0]!, seed, opened.right.create);
};
