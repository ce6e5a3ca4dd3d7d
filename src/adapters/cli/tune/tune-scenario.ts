import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { parseJsonLine } from '../../../core/codec/json-text.js';
import type { Cluster } from '../../../core/snapshot/snapshot.js';
import { CaseStream } from '../../cases/index.js';
import { readReason } from '../../node/error-text.js';
import { splitLines } from '../../node/split-lines.js';
import { createView } from '../../platform/node.js';
import type { EngineModel, Scenario, TraceFormat, TraceModel } from '../../simulator/index.js';
import { guessFormat } from '../../simulator/tune/guess-format.js';
import { findScenario } from '../simulate/shipped-scenarios.js';

/** Flags that say what records and traces do not. */
export type ScenarioFlags = Readonly<{
  scenario?: string;
  decode: number;
  kvTokens: number;
  answerTokens: number;
}>;

/** The scenario to tune on: that of the name or file, or one made of records or a trace. */
export const tuneScenario = async (
  requests: string,
  flags: ScenarioFlags,
): Promise<E.Either<readonly string[], Scenario>> => {
  if (/^[a-z0-9-]+$/.test(requests)) return findScenario(requests);
  let format: Awaited<ReturnType<typeof guessFormat>>;
  try {
    format = await guessFormat(requests);
  } catch (error) {
    return E.left([`cannot read ${requests}: ${readReason(error)}`]);
  }
  if (format === 'scenario') return findScenario(requests);
  if (format === undefined) {
    const expected = 'decision records, a trace or a scenario';
    return E.left([`${requests}, line 1: expected ${expected}, which it does not look like`]);
  }
  const workload = traceOf(requests, format, flags);
  if (flags.scenario !== undefined) {
    const around = await findScenario(flags.scenario);
    return E.map((scenario: Scenario): Scenario => ({ ...scenario, workload }))(around);
  }
  if (format !== 'decision-records') {
    return E.left([`${requests} is a trace: say with --scenario FILE which clusters serve it`]);
  }
  return scenarioOfRecords(requests, workload, flags);
};

const traceOf = (
  file: string,
  format: TraceFormat,
  { answerTokens }: ScenarioFlags,
): TraceModel => ({
  ...{ kind: 'trace', format, file: resolve(file), sessionsFile: undefined },
  ...{ prefixes: 'listed', loop: 'open', openingBlocks: 1, pace: 1, onBadRow: 'stop' },
  blockTokens: format === 'decision-records' ? 64 : 512,
  spreadMs: format === 'mooncake' ? 3000 : 0,
  answerTokens,
  ...{ limit: 1e15, sessionsPerSecond: 1, maxThinkMs: 1e15, maxInputTokens: 1e15 },
});

/** The clusters as the first record saw them. */
const scenarioOfRecords = async (
  file: string,
  workload: TraceModel,
  flags: ScenarioFlags,
): Promise<E.Either<readonly string[], Scenario>> => {
  const stream = new CaseStream(createView);
  for await (const lines of splitLines(createReadStream(file))) {
    for (const { number, text } of lines) {
      const json = E.flatMap((line: string) => parseJsonLine(line))(text);
      const read = E.flatMap((value) => stream.read(number, value))(json);
      if (E.isLeft(read)) {
        return E.left([`${file}, line ${String(number)}: ${read.left[0]!.message}`]);
      }
      const { clusters } = read.right.snapshot;
      if (clusters.length > 0) return E.right(recordedScenario(file, clusters, workload, flags));
    }
  }
  return E.left([`${file}: expected a record whose snapshot has clusters, given none`]);
};

const recordedScenario = (
  file: string,
  clusters: readonly Cluster[],
  workload: TraceModel,
  { decode, kvTokens }: ScenarioFlags,
): Scenario => ({
  ...{ name: `the requests of ${file}`, description: '', seed: '1', warmupMs: 0, endMs: 1e15 },
  ...{ ttftObjectiveMs: 1000, routerCount: 1, gatewayCount: 1, incidents: [], policies: [] },
  ...{ maxWaitMs: 30_000, requestSloMs: undefined, workload },
  statistics: { kind: 'engine-page', everyMs: 500, delayMs: 5 },
  memory: { kind: 'shared', ttlMs: 600_000, maxEntries: 100_000 },
  clusters: clusters.map(({ clusterId, rttMs, stats }): EngineModel => ({
    ...{ clusterId, rttMs, decodeMs: undefined, batching: CONTINUOUS },
    slots: stats.maxEngineConcurrency || 64,
    prefillTokensPerSecond: stats.lastMeanInputTps || stats.maxInputTps || 4000,
    decodeTokensPerSecond: decode,
    kvCacheTokens: kvTokens,
  })),
});

const CONTINUOUS = { kind: 'continuous', decodeShare: 0.25, stepGrowth: 0.02 } as const;
