import * as E from 'fp-ts/lib/Either.js';
import { didYouMean } from '../../../core/codec/nearest-name.js';
import { parseLbConfig } from '../../../core/config/config-codec.js';
import { resolveAlgorithm } from '../../../core/config/config.js';
import type { AlgorithmConfig } from '../../../core/config/fields.js';
import { createReport, jobsOf, seedsOf, type Scenario } from '../../simulator/index.js';
import {
  configAt,
  defaultGrid,
  fieldNameOf,
  pointsOf,
  SWEPT_NAMES,
  type Grid,
  type GridPoint,
} from '../../simulator/tune/grid.js';
import { failure, reportFailure, type Failure } from '../input/failure.js';
import { readInput } from '../input/read-input.js';
import { runOnThreads } from '../simulate/run-on-threads.js';
import { printTuning, type Tuning } from './print-tuning.js';
import type { TuneFlags } from './tune-flags.js';
import { tuneScenario } from './tune-scenario.js';

/** Sweeps the settings of a policy and prints the frontier. */
export const tunePolicy = async (requests: string, flags: TuneFlags): Promise<void> => {
  const [base, scenario] = [
    await readPolicy(flags.config, flags.model),
    await tuneScenario(requests, flags),
  ];
  if (E.isLeft(base)) reportFailure(base.left);
  else if (E.isLeft(scenario)) reportFailure(failure(1, ...scenario.left));
  else await sweep(requests, base.right, scenario.right, flags);
};

const readPolicy = async (
  file: string,
  model: string | undefined,
): Promise<E.Either<Failure, AlgorithmConfig>> => {
  const parsed = await readInput(file, (json) => parseLbConfig(json))();
  if (E.isLeft(parsed)) return parsed;
  const { config } = parsed.right;
  const known = [...config.models.keys()];
  if (model !== undefined && !known.includes(model)) {
    return E.left(failure(1, `${file} has no model "${model}"${didYouMean(model, known)}`));
  }
  const modelId = model ?? known[0] ?? '';
  return E.right(resolveAlgorithm(config, modelId)!);
};

const sweep = async (
  requests: string,
  base: AlgorithmConfig,
  scenario: Scenario,
  flags: TuneFlags,
): Promise<void> => {
  const points = pointsOf(gridOf(flags, scenario), base);
  const { sessions } = flags;
  const swept: Scenario = {
    ...scenario,
    policies: points.map((point) => ({
      ...{ name: nameOf(point), sessions },
      chooses: { kind: 'policy', config: configAt(base, point) },
    })),
  };
  const seeds = seedsOf(swept, flags.seeds);
  let runs;
  try {
    runs = await runOnThreads(jobsOf(swept, seeds), 'tuning', flags.threads);
  } catch (error) {
    reportFailure(failure(1, (error as Error).message));
    return;
  }
  const report = createReport(swept, seeds, runs);
  const tuning: Tuning = { requests, base, points, report, flags };
  printTuning(tuning);
};

/** The lists that were given, or a grid that suits the clusters. */
const gridOf = (flags: TuneFlags, { clusters }: Scenario): Grid => {
  const isGiven = SWEPT_NAMES.some((name) => flags[name] !== undefined);
  return isGiven ? flags : defaultGrid(Math.min(...clusters.map(({ slots }) => slots)));
};

/** A point in words. */
const nameOf = (point: GridPoint): string => {
  const words = SWEPT_NAMES.filter((name) => point[name] !== undefined);
  return words.length === 0
    ? 'as configured'
    : words.map((name) => `${fieldNameOf(name)}=${String(point[name])}`).join(' ');
};
