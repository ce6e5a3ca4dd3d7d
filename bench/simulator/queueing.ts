import {
  estimateMean,
  type RunSummary,
  type Scenario,
} from '../../src/adapters/simulator/index.js';
import { erlangC } from '../../test/support/erlang-c.js';
import { cluster, scenario, workload } from '../../test/support/simulator-scenario.js';
import { runOf } from './run-of.js';

const SERVERS = 8;
const RUNS = 20;
/** Ten times what a queue at a load of 0.9 takes to forget that it began empty (47 s). */
const WARM_UP_MS = 500_000;

/** How the simulated M/M/8 queue compares with the theory. */
export type Agreement = Readonly<{
  load: number;
  /** Counted ones: those of the warm-up come on top. */
  arrivals: number;
  theoryMs: number;
  meanWaitMs: number;
  halfWidthMs: number;
  offPercent: number;
  /** Whether the theory lies within the 95 % interval. */
  isInside: boolean;
  /** Requests in the system over arrivals per second times seconds there: 1 by Little's law. */
  littleRatio: number;
}>;

/** Mean wait over separate runs of one queue, against Erlang-C. */
export const queueAgreement = async (load: number, arrivals: number): Promise<Agreement> => {
  const runs: RunSummary[] = [];
  for (let run = 1; run <= RUNS; run++) {
    runs.push(await runOf(queueAt(load, arrivals / RUNS), `erlang ${String(load)} ${String(run)}`));
  }
  const { mean, halfWidth } = estimateMean(runs.map((run) => run.engineWaitMs.mean));
  const theoryMs = erlangC(SERVERS, SERVERS * load, 1).meanWaitS * 1000;
  return {
    load,
    arrivals: runs.reduce((sum, run) => sum + run.requests, 0),
    theoryMs,
    meanWaitMs: mean,
    halfWidthMs: halfWidth,
    offPercent: (mean / theoryMs - 1) * 100,
    isInside: Math.abs(mean - theoryMs) <= halfWidth,
    littleRatio: estimateMean(runs.map(littleRatio)).mean,
  };
};

/** Every prompt has a token: computing it must not count. */
const NO_PREFILL = { prefillTokensPerSecond: 1e12 };

const queueAt = (load: number, arrivals: number): Scenario =>
  scenario({
    clusters: [cluster('A', { ...{ slots: SERVERS, decodeTokensPerSecond: 1e6 }, ...NO_PREFILL })],
    statistics: { kind: 'full', everyMs: 10_000, delayMs: 0 },
    warmupMs: WARM_UP_MS,
    workload: workload({
      durationMs: WARM_UP_MS + (arrivals / (SERVERS * load)) * 1000,
      arrivals: { kind: 'poisson', sessionsPerSecond: SERVERS * load },
      firstTokens: { kind: 'constant', value: 0 },
      answerTokens: { kind: 'exponential', mean: 1e6 },
    }),
  });

const littleRatio = ({ clusters: [one], totals, measuredMs, durationMs }: RunSummary): number => {
  const perMs = totals.arrived / (measuredMs + WARM_UP_MS);
  return (one!.meanRunning + one!.meanQueued) / (perMs * durationMs.mean);
};
