/** A fleet without servers: the simulator plays the whole story in virtual time. */
import { compilePolicy } from '../../core/config/policy.js';
import type { AlgorithmConfig } from '../../core/config/fields.js';
import { affinityOrder } from '../../decide.js';
import { createView } from '../platform/node.js';
import {
  idleView,
  INDEPENDENT,
  runPolicy,
  type Answered,
  type EngineModel,
  type Scenario,
  type Session,
  type Turn as SentTurn,
  type Workload,
} from '../simulator/index.js';
import { demoTrace } from './replay-trace.js';
import {
  AFFINITY_WAIT_MS,
  INPUT_TOKENS_SCALE,
  LATER_TURN_COUNT,
  promptTokensOf,
  type StoryRun,
  type ServedTurn,
  type StoryFleet,
} from './story.js';

const SLOTS = 4;

/** C is so far away that its TTFT bucket opens later than that of A and B. */
const CLUSTERS: readonly EngineModel[] = [
  ['A', 5] as const,
  ['B', 5] as const,
  ['C', 80] as const,
].map(([clusterId, rttMs]) => ({
  ...{ clusterId, rttMs, slots: SLOTS, batching: INDEPENDENT },
  ...{ prefillTokensPerSecond: 10_000, decodeTokensPerSecond: 50, decodeMs: 100 },
  kvCacheTokens: 1_000_000,
}));

/** When A drains, after the first turn and before the second. */
const DRAINED_MS = 5000;
/** Time from an answer to the next turn. */
const PAUSE_MS = 10_000;
const BLOCK_TOKENS = 100;

/** Opens a fleet for one run; everything that happens there is settled already. */
export const openInProcessFleet = (run: StoryRun): Promise<StoryFleet> => {
  const turns = playTurns(run);
  return Promise.resolve({
    fill: () => Promise.resolve(),
    drain: () => Promise.resolve(),
    serveTurn: ({ number }) => Promise.resolve(turns[number - 1]!),
    close: () => Promise.resolve(),
  });
};

const playTurns = (run: StoryRun): readonly ServedTurn[] => {
  const scenario = storyScenario(run);
  const answered: Answered[] = [];
  const sessionId = sessionInOrder(run, 'A B C');
  runPolicy(scenario, scenario.policies[0]!, 'story', () => conversation(sessionId), {
    onAnswered: (one) => answered.push(one),
  });
  return answered.map(({ clusterId, decision, waitMs, cachedTokens, ttftMs }) => {
    const { rankDepth, sessionState, promoted } = decision;
    return { clusterId, rankDepth, sessionState, promoted, waitMs, cachedTokens, ttftMs };
  });
};

/** One session: each turn comes some time after the answer to the one before. */
const conversation = (id: string): Workload => {
  const session: Session = { id, opening: id, history: id, lastCluster: -1 };
  const turnAt = (number: number, atMs: number): SentTurn => {
    const inputTokens = promptTokensOf(number);
    const blocks = Array.from({ length: inputTokens / BLOCK_TOKENS }, (_, block) => block);
    return { session, number, atMs, inputTokens, outputTokens: 1, blocks };
  };
  let hasBegun = false;
  return {
    blockTokens: BLOCK_TOKENS,
    next: () => {
      if (hasBegun) return undefined;
      hasBegun = true;
      return turnAt(1, 1000);
    },
    after: ({ number }, endedMs) =>
      number > LATER_TURN_COUNT ? undefined : turnAt(number + 1, endedMs + PAUSE_MS),
  };
};

const storyScenario = (run: StoryRun): Scenario => ({
  ...{ name: 'story', description: '', seed: 'story', warmupMs: 0, endMs: Infinity },
  ...{ ttftObjectiveMs: 1000, routerCount: 1, gatewayCount: 1 },
  clusters: CLUSTERS,
  statistics: { kind: 'full', everyMs: 50, delayMs: 0 },
  memory: { kind: 'shared', ttlMs: 600_000, maxEntries: 100 },
  ...{ maxWaitMs: undefined, requestSloMs: undefined },
  incidents: [
    { kind: 'busy', clusterId: 'A', fromMs: 0, untilMs: DRAINED_MS, speed: 1, slots: SLOTS },
  ],
  // The conversation takes its place.
  workload: demoTrace(''),
  policies: [
    { name: 'story', sessions: 'named', chooses: { kind: 'policy', config: storyConfig(run) } },
  ],
});

const storyConfig = ({ algorithm, lastClusterAffinity }: StoryRun): AlgorithmConfig => ({
  algorithm,
  cacheAffinityBackendSelectionCount: 1,
  cacheAffinityWaitMs: AFFINITY_WAIT_MS,
  cacheAffinityInputTokensScale: INPUT_TOKENS_SCALE,
  lastClusterAffinity,
});

/** The first of the sessions chat-1, chat-2, ... whose affinity order over all clusters is that. */
const sessionInOrder = ({ algorithm }: StoryRun, order: string): string => {
  const wholeOrder = compilePolicy({
    algorithm,
    cacheAffinityBackendSelectionCount: CLUSTERS.length,
  });
  const view = idleView(CLUSTERS, createView);
  for (let number = 1; ; number++) {
    const cacheAffinityKey = `chat-${String(number)}`;
    const request = { requestId: 'r', cacheAffinityKey };
    if (affinityOrder(wholeOrder, view, request)?.join(' ') === order) return cacheAffinityKey;
  }
};
