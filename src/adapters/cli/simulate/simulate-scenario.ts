import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import {
  createReport,
  encodeReport,
  htmlOf,
  jobsOf,
  markdownOf,
  openWorkload,
  readPlotLibrary,
  seedsOf,
  type Report,
  type Scenario,
} from '../../simulator/index.js';
import { stdoutColors } from '../../terminal/colors.js';
import { runningScript } from '../demo/package-file.js';
import { failure, reportFailure } from '../input/failure.js';
import { isPageTargetReady } from '../page-target.js';
import { reportTable } from './report-table.js';
import { runOnThreads } from './run-on-threads.js';
import { findScenario, scenarioTable, shippedScenarios } from './shipped-scenarios.js';

/** What the flags say. */
export type SimulateFlags = Readonly<{
  scenario?: string;
  list?: boolean;
  out?: string;
  seeds: number;
  seed?: string;
  threads?: number;
  skipBadRows?: boolean;
  json?: boolean;
}>;

/** Runs a scenario, prints its comparison and writes its report. */
export const simulateScenario = async (flags: SimulateFlags): Promise<void> => {
  if (flags.list) {
    const scenarios = await shippedScenarios();
    if (flags.json) console.log(JSON.stringify(scenarios, null, 2));
    else console.log(scenarioTable(scenarios, stdoutColors()));
    return;
  }
  if (flags.scenario === undefined) {
    reportFailure(failure(2, "required option '--scenario <file>' not specified"));
    return;
  }
  if (!(await isPageTargetReady('homeward simulate', flags.out, makeFolder))) return;
  const found = await findScenario(flags.scenario);
  if (E.isLeft(found)) {
    reportFailure(failure(1, ...found.left));
    return;
  }
  const report = await simulate(asFlagged(found.right, flags), flags);
  if (E.isLeft(report)) {
    reportFailure(failure(1, report.left));
    return;
  }
  if (flags.json) console.log(JSON.stringify(encodeReport(report.right), null, 2));
  else console.log(reportTable(report.right, stdoutColors()));
  if (flags.out === undefined || !(await writeReport(report.right, flags.out))) return;
  if (!flags.json)
    console.log(`\nwrote ${join(flags.out, 'report.html')}, report.md and report.json`);
};

const asFlagged = (scenario: Scenario, { seed, skipBadRows }: SimulateFlags): Scenario => {
  const { workload } = scenario;
  return {
    ...scenario,
    ...(seed !== undefined && { seed }),
    workload:
      skipBadRows && workload.kind === 'trace' ? { ...workload, onBadRow: 'skip' } : workload,
  };
};

const simulate = async (
  scenario: Scenario,
  { seeds: seedCount, threads }: SimulateFlags,
): Promise<E.Either<string, Report>> => {
  const opened = await openWorkload(scenario.workload);
  if (E.isLeft(opened)) return opened;
  for (const { message } of opened.right.skipped) process.stderr.write(`skipped: ${message}\n`);
  const seeds = seedsOf(scenario, seedCount);
  const runs = await runOnThreads(jobsOf(scenario, seeds), 'simulating', threads);
  return E.right(createReport(scenario, seeds, runs, opened.right.skippedCount));
};

const makeFolder = (folder: string): Promise<unknown> => mkdir(folder, { recursive: true });

/** False when it could not be written, which is told. */
const writeReport = async (report: Report, folder: string): Promise<boolean> => {
  const library = await readPlotLibrary(runningScript())();
  if (E.isLeft(library)) {
    reportFailure(failure(2, library.left.message));
    return false;
  }
  try {
    const json = `${JSON.stringify(encodeReport(report), null, 2)}\n`;
    await writeFile(join(folder, 'report.json'), json);
    await writeFile(join(folder, 'report.md'), markdownOf(report));
    await writeFile(join(folder, 'report.html'), htmlOf(report, library.right));
    return true;
  } catch (error) {
    reportFailure(failure(2, `cannot write the report: ${(error as Error).message}`));
    return false;
  }
};
