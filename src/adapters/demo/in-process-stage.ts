/** A stage without servers: the real engine over a made-up pool, in virtual time. */
import type { Selected } from '../../core/decision.js';
import { compilePolicy, type Policy } from '../../core/config/policy.js';
import type { RoutingRequest, SessionState } from '../../core/request.js';
import { reserve } from '../../core/reserve.js';
import type { View } from '../../core/view.js';
import { decide, explain } from '../../decide.js';
import { idlePoolView, type PoolCluster } from './cluster-pool.js';
import {
  AFFINITY_WAIT_MS,
  INPUT_TOKENS_SCALE,
  type Act,
  type ServedTurn,
  type Stage,
  type Turn,
} from './story.js';

/** C is so far away that its TTFT bucket opens later than that of A and B. */
const POOL: readonly PoolCluster[] = [
  { clusterId: 'A', rttMs: 5, slots: 4, prefillTokensPerSecond: 10_000 },
  { clusterId: 'B', rttMs: 5, slots: 4, prefillTokensPerSecond: 10_000 },
  { clusterId: 'C', rttMs: 80, slots: 4, prefillTokensPerSecond: 10_000 },
];

/** Opens a stage for one performance. */
export const openInProcessStage = (act: Act): Promise<Stage> => {
  const stage = new InProcessStage(act);
  return Promise.resolve({
    fill: (clusterId) => Promise.resolve(stage.fill(clusterId)),
    drain: (clusterId) => Promise.resolve(stage.drain(clusterId)),
    serveTurn: (turn) => Promise.resolve(stage.serveTurn(turn)),
    close: () => Promise.resolve(),
  });
};

class InProcessStage {
  readonly #policy: Policy;
  readonly #affinityKey: string;
  readonly #idle = idlePoolView(POOL);
  readonly #full = new Set<string>();
  /** Tokens of the session each cluster holds in its KV cache. */
  readonly #cachedTokens = new Map<string, number>();
  #lastClusterId: string | undefined;

  constructor(act: Act) {
    this.#policy = storyPolicy(act);
    this.#affinityKey = sessionInOrder(act, this.#idle, 'A B C');
  }

  fill(clusterId: string): void {
    this.#full.add(clusterId);
  }

  drain(clusterId: string): void {
    this.#full.delete(clusterId);
  }

  serveTurn({ number, promptTokens }: Turn): ServedTurn {
    const { selected, waitMs } = waitAndSelect(this.#policy, this.#view(), {
      requestId: `turn-${String(number)}`,
      cacheAffinityKey: this.#affinityKey,
      inputTokens: promptTokens,
      lastClusterId: this.#lastClusterId,
    });
    const { clusterId, rankDepth, sessionState, promoted } = selected;
    const cachedTokens = this.#cachedTokens.get(clusterId) ?? 0;
    this.#cachedTokens.set(clusterId, promptTokens);
    this.#lastClusterId = clusterId;
    const ttftMs = waitMs + firstTokenMs(clusterId, promptTokens - cachedTokens);
    return { clusterId, rankDepth, sessionState, promoted, waitMs, cachedTokens, ttftMs };
  }

  #view(): View {
    const taken = POOL.filter(({ clusterId }) => this.#full.has(clusterId));
    const reservations = taken.flatMap(({ clusterId, slots }) =>
      Array.from({ length: slots }, () => ({ clusterId })),
    );
    return reserve(this.#idle, ...reservations);
  }
}

const storyPolicy = ({ algorithm, lastClusterAffinity }: Act): Policy =>
  compilePolicy({
    algorithm,
    cacheAffinityBackendSelectionCount: 1,
    cacheAffinityWaitMs: AFFINITY_WAIT_MS,
    cacheAffinityInputTokensScale: INPUT_TOKENS_SCALE,
    lastClusterAffinity,
  });

/** The first of the sessions chat-1, chat-2, ... whose affinity order over all clusters is that. */
const sessionInOrder = ({ algorithm }: Act, view: View, order: string): string => {
  const wholeOrder = compilePolicy({
    algorithm,
    cacheAffinityBackendSelectionCount: view.clusterIds.length,
  });
  for (let number = 1; ; number++) {
    const cacheAffinityKey = `chat-${String(number)}`;
    const request = { requestId: 'r', cacheAffinityKey };
    if (explain(wholeOrder, view, request, 0).order?.join(' ') === order) return cacheAffinityKey;
  }
};

/** Decides, and waits as told, until a cluster is selected; B always has room in the story. */
const waitAndSelect = (
  policy: Policy,
  view: View,
  request: RoutingRequest,
): { selected: Selected; waitMs: number } => {
  let elapsedMs = 0;
  let sessionState: SessionState | undefined;
  for (;;) {
    const decision = decide(policy, view, { ...request, sessionState }, elapsedMs);
    if (decision.kind === 'selected') return { selected: decision, waitMs: elapsedMs };
    if (decision.kind !== 'wait') throw new Error(`the story broke off: ${decision.kind}`);
    elapsedMs = decision.untilMs;
    sessionState = decision.sessionState ?? undefined;
  }
};

const firstTokenMs = (clusterId: string, computedTokens: number): number => {
  const { rttMs, prefillTokensPerSecond } = POOL.find(
    (cluster) => cluster.clusterId === clusterId,
  )!;
  return rttMs + (computedTokens / prefillTokensPerSecond) * 1000;
};
