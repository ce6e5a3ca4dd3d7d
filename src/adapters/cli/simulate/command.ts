import { InvalidArgumentError, type Command } from 'commander';
import type { SimulateFlags } from './simulate-scenario.js';

/** Adds `homeward simulate`: what a setting will do, before it is turned on. */
export const addSimulateCommand = (program: Command): void => {
  program
    .command('simulate')
    .description('run a scenario in virtual time, and compare its policies')
    .option('--scenario <file>', 'a scenario file, or the name of one that comes along')
    .option('--list', 'list the scenarios that come along')
    .option('--out <dir>', 'write report.json, report.md and report.html there')
    .option('--seeds <count>', 'runs of every policy, each with a seed of its own', countFrom(1), 1)
    .option('--seed <text>', 'instead of the seed of the scenario')
    .option('--threads <count>', 'runs at a time; default: one per core', countFrom(1))
    .option('--skip-bad-rows', 'pass over bad rows of a trace and count them')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action(async (flags: SimulateFlags) => {
      const { simulateScenario } = await import('./simulate-scenario.js');
      await simulateScenario(flags);
    });
};

/** A flag that takes a whole number. */
export const countFrom =
  (least: number) =>
  (text: string): number => {
    const count = /^\d{1,6}$/.test(text) ? Number(text) : -1;
    if (count >= least) return count;
    throw new InvalidArgumentError(`Expected a whole number from ${String(least)}.`);
  };

const EXAMPLE = `
Example:
  homeward simulate --list
  homeward simulate --scenario saturated-rank-one --seeds 5 --out report

The same scenario and seeds give the same bytes, whatever the number of threads.
Exit status: 0 all well, 1 the scenario or its trace is wrong, 2 misuse.
`;
