import { compilePolicy } from '../../../core/config/policy.js';
import { platformHasher } from '../../platform/node.js';
import { viewFactory, type CreateView } from '../../platform/view-factory.js';
import { summarize, type RunSummary } from '../measure/run-summary.js';
import { createPrefixHashSelector, createStickySelector } from '../policy/baselines.js';
import { createPolicySelector, type Selector } from '../policy/selector.js';
import type { PolicyModel, Scenario } from '../scenario/scenario.js';
import type { IsRankOne } from '../workload/synthetic.js';
import type { Workload } from '../workload/workload.js';
import { rankOneTest } from './rank-one.js';
import { Simulation, type Answered } from './simulation.js';

/** Makes the workload of a seed. */
export type CreateWorkload = (seed: string, isRankOne?: IsRankOne) => Workload;

/** Who is told of a run while it goes on; nothing is required. */
export type RunOptions = Readonly<{
  /** Default: views whose memoised orders have 64 MiB of their own. */
  createView?: CreateView;
  /** Told the virtual time reached, now and then. */
  onProgress?: (nowMs: number) => void;
  /** Told every request that has its first token, in the order of those. */
  onAnswered?: (answered: Answered) => void;
}>;

/** Runs one policy of a scenario with one seed. */
export const runPolicy = (
  scenario: Scenario,
  policy: PolicyModel,
  seed: string,
  createWorkload: CreateWorkload,
  options: RunOptions = {},
): RunSummary => {
  const simulation = new Simulation({
    scenario,
    policy,
    seed,
    workload: createWorkload(seed, rankOneTest(scenario)),
    createSelector: selectorFactory(policy),
    createView: options.createView ?? viewFactory(platformHasher),
    onProgress: options.onProgress,
    onAnswered: options.onAnswered,
  });
  return summarize(simulation.run(), policy.name, seed);
};

const selectorFactory = ({ chooses }: PolicyModel): (() => Selector) => {
  switch (chooses.kind) {
    case 'policy': {
      const policy = compilePolicy(chooses.config);
      return () => createPolicySelector(policy);
    }
    case 'session-stickiness':
      return createStickySelector;
    case 'prefix-hash':
      return () => createPrefixHashSelector(chooses.loadFactor);
  }
};
