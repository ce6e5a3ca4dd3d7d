import * as E from 'fp-ts/lib/Either.js';
import type { RunSummary } from '../measure/run-summary.js';
import { runPolicy } from '../run/run-policy.js';
import type { Scenario } from '../scenario/scenario.js';
import { openWorkload, type OpenedWorkload } from '../workload/open-workload.js';

/** One run, as plain data that can be sent to another thread. Files have absolute paths. */
export type Job = Readonly<{
  scenario: Scenario;
  /** Index of the policy. */
  policy: number;
  seed: string;
}>;

/** Runs jobs; the workload of the last one is kept, as the next one mostly has the same. */
export class JobRunner {
  #key = '';
  #opened: E.Either<string, OpenedWorkload> | undefined;

  /** The summary of the run; rejects when its workload cannot be read. */
  async run({ scenario, policy, seed }: Job): Promise<RunSummary> {
    const key = JSON.stringify(scenario.workload);
    if (this.#opened === undefined || key !== this.#key) {
      this.#key = key;
      this.#opened = await openWorkload(scenario.workload);
    }
    if (E.isLeft(this.#opened)) throw new Error(this.#opened.left);
    return runPolicy(scenario, scenario.policies[policy]!, seed, this.#opened.right.create);
  }
}

/** Every policy of a scenario with every seed, policy by policy. */
export const jobsOf = (scenario: Scenario, seeds: readonly string[]): readonly Job[] =>
  scenario.policies.flatMap((_, policy) => seeds.map((seed) => ({ scenario, policy, seed })));

/** The seeds of so many runs: that of the scenario, then the same with a number. */
export const seedsOf = ({ seed }: Pick<Scenario, 'seed'>, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => (at === 0 ? seed : `${seed}.${String(at + 1)}`));
