import { join } from 'node:path';
import {
  createReport,
  jobsOf,
  readScenario,
  runJobs,
  seedsOf,
  type PolicyModel,
  type Report,
  type Scenario,
} from '../../src/adapters/simulator/index.js';
import type { AlgorithmConfig } from '../../src/core/config/fields.js';
import { comparisonTable } from '../../src/adapters/simulator/report/markdown.js';
import { METRICS } from '../../src/adapters/simulator/report/metrics.js';
import { arenaTable } from './arena.js';

/** How much is run. */
export type Settings = Readonly<{
  seedCount: number;
  /** Of the comparison with real servers, where one run is short and no two are alike. */
  arenaSeedCount: number;
  /** Share of the time of every scenario. */
  share: number;
  threadCount: number;
}>;

type RunSettings = Settings & Readonly<{ workerScript: string }>;

/** A part of the study: its table by name. */
export type StudySection = Readonly<{
  name: string;
  title: string;
  run: (settings: RunSettings) => Promise<string>;
}>;

const SHOWN = METRICS.filter(({ key }) =>
  ['kv_reuse', 'ttft_p50_ms', 'ttft_p99_ms', 'goodput_per_second', 'left_last_cluster'].includes(
    key,
  ),
);

/** A scenario that comes along, cut to a share of its time. */
const scenarioOf = async (name: string, share: number): Promise<Scenario> => {
  const read = await readScenario(join('data/scenarios', `${name}.json`));
  if (read._tag === 'Left') throw new Error(read.left.join('\n'));
  return cut(read.right, share);
};

const cut = (scenario: Scenario, share: number): Scenario => {
  const { workload, warmupMs, endMs } = scenario;
  if (share === 1) return scenario;
  return {
    ...scenario,
    warmupMs: warmupMs * share,
    endMs: endMs * share,
    workload:
      workload.kind === 'synthetic'
        ? { ...workload, durationMs: workload.durationMs * share }
        : { ...workload, limit: 12_000 * share },
  };
};

const reportOf = async (scenario: Scenario, settings: RunSettings): Promise<Report> => {
  const seeds = seedsOf(scenario, settings.seedCount);
  return createReport(scenario, seeds, await runJobs(jobsOf(scenario, seeds), settings));
};

const compared =
  (name: string): StudySection['run'] =>
  async (settings) =>
    comparisonTable(await reportOf(await scenarioOf(name, settings.share), settings), SHOWN);

type Change = (config: AlgorithmConfig, value: number) => AlgorithmConfig;

/** One setting at a time, the others as they are. */
const sweep =
  (
    setting: string,
    values: readonly number[],
    change: Change,
    scenario = 'saturated-rank-one',
  ): StudySection['run'] =>
  async (settings) => {
    const base = await scenarioOf(scenario, settings.share);
    const policies = base.policies
      .filter(({ name }) => name === 'pulsar-wait-and-widen, flag on')
      .flatMap((policy) => values.map((value) => withSetting(policy, setting, change, value)));
    // Sessions are other ones than in the comparison: only the homes of this algorithm count.
    return comparisonTable(await reportOf({ ...base, policies }, settings), SHOWN);
  };

const withSetting = (
  policy: PolicyModel,
  setting: string,
  change: Change,
  value: number,
): PolicyModel => {
  const { chooses } = policy;
  if (chooses.kind !== 'policy') return policy;
  const config = change(chooses.config, value);
  return { ...policy, name: `${setting} = ${String(value)}`, chooses: { kind: 'policy', config } };
};

const set =
  (key: keyof AlgorithmConfig): Change =>
  (config, value) => ({ ...config, [key]: value });

/** A queue is no shorter after the affinity wait than during it. */
const setQueue: Change = (config, value) => ({
  ...config,
  maxQueued: value,
  fallbackMaxQueued: Math.max(config.fallbackMaxQueued ?? 0, value),
});

/** The parts of the study, in the order of the document. */
export const SECTIONS: readonly StudySection[] = [
  { name: 'saturated', title: 'Rank 1 saturated', run: compared('saturated-rank-one') },
  { name: 'mooncake', title: 'Mooncake conversation', run: compared('mooncake-conversation') },
  {
    name: 'mooncake-two',
    title: 'Mooncake conversation, openings of two blocks',
    run: compared('mooncake-conversation-two-blocks'),
  },
  { name: 'agentic', title: 'Agentic coding', run: compared('agentic-coding') },
  { name: 'x', title: 'X', run: sweep('X', [0, 100, 300, 1000, 3000], set('cacheAffinityWaitMs')) },
  {
    name: 's',
    title: 's',
    run: sweep('s', [0, 0.1, 0.5, 1], set('cacheAffinityInputTokensScale')),
  },
  { name: 'k', title: 'k', run: sweep('k', [1, 2, 3], set('cacheAffinityBackendSelectionCount')) },
  {
    name: 'max-queued',
    title: 'max_queued',
    run: sweep('max_queued', [0, 1, 2, 4, 8], setQueue),
  },
  {
    name: 'agentic-max-queued',
    title: 'max_queued of coding assistants',
    run: sweep('max_queued', [3, 12, 24, 48], setQueue, 'agentic-coding'),
  },
  {
    name: 'arena',
    // Whole in every study: what is compared is half a minute.
    title: 'Against real servers',
    run: async (settings) => {
      const reports: Report[] = [];
      const seeded = { ...settings, seedCount: settings.arenaSeedCount };
      for (const users of [48, 90]) {
        const scenario = await scenarioOf(`arena-${String(users)}-users`, 1);
        reports.push(await reportOf(scenario, seeded));
      }
      return arenaTable(reports);
    },
  },
];
