/**
 * The core once more, written for reading: lists, filters and sorts, no memo, no compiled view.
 *
 * It shares no code with `src`, only types. Where the core draws, it names every cluster that may be drawn.
 */
import type { Phase, RejectionCode, UnavailableReason } from '../../../src/core/decision.js';
import type { SessionState } from '../../../src/core/request.js';
import type { Cluster } from '../../../src/core/snapshot/snapshot.js';
import type { RoutingCase } from '../arbitraries/engine-case.js';
import { queueLimitMs, queueMs, ttftMs } from './naive-estimates.js';
import { naiveRingOrder } from './naive-orders.js';
import { anySample, lowest, pick, scoreOf, type Pick } from './naive-pick.js';
import {
  exceedsAdmission,
  isExcluded,
  isFeasible,
  rankingOf,
  sceneOf,
  sorted,
  type Scene,
} from './naive-scene.js';

/** A selection the core may make. */
export type NaiveChoice = Readonly<{
  clusterId: string;
  rankDepth: number;
  phase: Phase;
  skippedForKvFreeTokens: boolean;
  queueMs: number;
}>;

type Session = Readonly<{ sessionState: SessionState | null; promoted: boolean }>;

export type NaiveAnswer =
  | Readonly<{ kind: 'rejected'; code: RejectionCode }>
  | (Session & Readonly<{ kind: 'unavailable'; reason: UnavailableReason }>)
  | (Session & Readonly<{ kind: 'wait'; untilMs: number }>)
  | (Session & Readonly<{ kind: 'selected'; choices: readonly NaiveChoice[] }>);

const UNCLASSIFIED: Session = { sessionState: null, promoted: false };

/** What the core may answer in this case. */
export const naiveDecide = (routingCase: RoutingCase): NaiveAnswer => {
  const scene = sceneOf(routingCase);
  const { config, request, settings, affinityKey } = scene;
  if (settings.requireCacheAffinityKey && affinityKey === '') {
    return { kind: 'rejected', code: 'cache_affinity_key_required' };
  }
  const needsTokens = settings.requireInputTokens || settings.considerKvFreeTokens;
  if (needsTokens && request.inputTokens === undefined) {
    return { kind: 'rejected', code: 'input_tokens_required' };
  }
  if (scene.snapshot.clusters.length === 0) {
    return { kind: 'unavailable', reason: 'no_clusters', ...UNCLASSIFIED };
  }
  if (exceedsAdmission(scene)) return { kind: 'rejected', code: 'input_work_limit_exceeded' };
  return ALGORITHMS[config.algorithm](scene);
};

// Outcomes

const unavailable = (
  scene: Scene,
  session: Session,
  ranking: readonly Cluster[] | null,
): NaiveAnswer => ({ kind: 'unavailable', reason: reasonFor(scene, ranking), ...session });

const reasonFor = (scene: Scene, ranking: readonly Cluster[] | null): UnavailableReason => {
  const { request, settings, elapsedMs } = scene;
  const priority = request.priority ?? 0;
  if (scene.snapshot.clusters.every((cluster) => isExcluded(scene, cluster))) return 'all_excluded';
  if (ranking?.length === 0) return 'no_ranked_cluster';
  const left = (ranking ?? sorted(scene)).filter((cluster) => !isExcluded(scene, cluster));
  if (left.length === 0) return 'all_excluded';
  const feasible = left.filter((cluster) => isFeasible(scene, cluster));
  if (feasible.length === 0) return 'kv_infeasible';
  const limitMs = queueLimitMs(settings, request.requestSloMs, elapsedMs);
  const admitted = feasible.filter((cluster) => queueMs(cluster, priority) <= limitMs);
  if (admitted.length === 0) return 'over_queue_slo';
  const isFinite = admitted.some((cluster) => ttftMs(settings, cluster, request, 1) < Infinity);
  return isFinite ? 'no_capacity' : 'no_finite_estimate';
};

const choice = (
  { request }: Scene,
  cluster: Cluster,
  phase: Phase,
  rankDepth: number,
  skippedForKvFreeTokens = false,
): NaiveChoice => ({
  clusterId: cluster.clusterId,
  rankDepth,
  phase,
  skippedForKvFreeTokens,
  queueMs: queueMs(cluster, request.priority ?? 0),
});

// Sessions

type Plan = Readonly<{ state: SessionState | null; waitMs: number; scale: number }>;

const classify = (scene: Scene): Plan => {
  const { settings, request, snapshot, affinityKey } = scene;
  const configured = { waitMs: settings.cacheAffinityWaitMs, scale: settings.scale };
  if (!settings.lastClusterAffinity || affinityKey === '' || settings.k === 0) {
    return { state: null, ...configured };
  }
  const hint = (request.lastClusterId ?? '').trim() === '' ? undefined : request.lastClusterId;
  const isMember = snapshot.clusters.some(({ clusterId }) => clusterId === hint);
  const first = hint === undefined ? 'new' : isMember ? 'returning' : 'stale';
  const state = request.sessionState ?? first;
  return state === 'returning' ? { state, ...configured } : { state, waitMs: 0, scale: 1 };
};

/** The order with the last cluster in front, where there is one to move. */
const promote = (
  { snapshot, request }: Scene,
  plan: Plan,
  order: readonly Cluster[],
): Readonly<{ planned: readonly Cluster[]; promoted: boolean }> => {
  const last = snapshot.clusters.find(({ clusterId }) => clusterId === request.lastClusterId);
  if (plan.state !== 'returning' || last === undefined || order[0] === last) {
    return { planned: order, promoted: false };
  }
  return { planned: [last, ...order.filter((cluster) => cluster !== last)], promoted: true };
};

// The algorithms

const waitAndWiden = (scene: Scene): NaiveAnswer => {
  const { settings, snapshot, request, elapsedMs, affinityKey } = scene;
  const { maxQueued: allowance } = settings;
  const all = sorted(scene);
  if (affinityKey === '' || settings.k === 0) {
    const found = pick(scene, all, { scale: 1, allowance, openFromMs: 0 });
    return settle(scene, UNCLASSIFIED, null, found.untilMs, [
      ...found.winners.map((cluster) => choice(scene, cluster, 'global', 1)),
    ]);
  }
  const plan = classify(scene);
  const order = naiveRingOrder(
    settings.seed,
    snapshot.target,
    // Excluded clusters might as well not be on the ring.
    snapshot.clusters.filter((cluster) => !isExcluded(scene, cluster)),
    affinityKey,
    settings,
  );
  const last = snapshot.clusters.find(({ clusterId }) => clusterId === request.lastClusterId);
  const { planned, promoted } =
    last !== undefined && isExcluded(scene, last)
      ? { planned: order, promoted: false }
      : promote(scene, plan, order);
  const session = { sessionState: plan.state, promoted };
  if (order.length === 0) return unavailable(scene, session, null);
  const group = planned.slice(0, order.length);
  const affinity = pick(scene, group, { scale: plan.scale, allowance, openFromMs: 0 });
  const atHome = affinity.winners.map((cluster) => choice(scene, cluster, 'affinity', 1));
  if (atHome.length > 0) return settle(scene, session, null, Infinity, atHome);
  if (elapsedMs < plan.waitMs) {
    return { kind: 'wait', untilMs: Math.min(plan.waitMs, affinity.untilMs), ...session };
  }
  const global = pick(scene, all, { scale: 1, allowance, openFromMs: plan.waitMs });
  const anywhere = global.winners.map((cluster) =>
    choice(scene, cluster, 'global', group.length + 1),
  );
  const untilMs = Math.min(affinity.untilMs, global.untilMs);
  return settle(scene, session, null, untilMs, anywhere);
};

const pulsarWaitAndWiden = (scene: Scene): NaiveAnswer => {
  const { settings, elapsedMs } = scene;
  const ranking = rankingOf(scene);
  if (ranking.length === 0) return unavailable(scene, UNCLASSIFIED, ranking);
  const plan = classify(scene);
  const isRanked = ranking.some(({ clusterId }) => clusterId === scene.request.lastClusterId);
  const { planned, promoted } = isRanked
    ? promote(scene, plan, ranking)
    : { planned: ranking, promoted: false };
  const session = { sessionState: plan.state, promoted };
  const reach = (count: number): Cluster[] =>
    planned.slice(0, count).filter((cluster) => isFeasible(scene, cluster));
  const choices = ({ winners }: Pick, phase: Phase): NaiveChoice[] =>
    winners.map((cluster) => rankedChoice(scene, planned, cluster, phase));

  const { k, maxQueued, fallbackMaxQueued } = settings;
  const affinity = pick(scene, reach(k), {
    scale: plan.scale,
    allowance: maxQueued,
    openFromMs: 0,
  });
  if (affinity.winners.length > 0) {
    return settle(scene, session, ranking, Infinity, choices(affinity, 'affinity'));
  }
  const { waitMs } = plan;
  if (elapsedMs < waitMs) {
    return { kind: 'wait', untilMs: Math.min(waitMs, affinity.untilMs), ...session };
  }
  const { openCount, nextMs } = openRanks(scene, waitMs, ranking.length);
  const open = pick(scene, reach(openCount), {
    scale: 1,
    allowance: fallbackMaxQueued,
    openFromMs: waitMs,
  });
  const untilMs = Math.min(affinity.untilMs, open.untilMs, nextMs);
  return settle(scene, session, ranking, untilMs, choices(open, 'open'));
};

const openRanks = (
  { settings, elapsedMs }: Scene,
  waitMs: number,
  size: number,
): Readonly<{ openCount: number; nextMs: number }> => {
  const intervalMs = settings.bandWidenIntervalMs ?? waitMs;
  if (intervalMs === 0) return { openCount: size, nextMs: Infinity };
  const bands = Math.floor((elapsedMs - waitMs) / intervalMs) + 1;
  // 2 + 4 + ... + 2^bands
  const openCount = settings.k + 2 ** (bands + 1) - 2;
  return { openCount, nextMs: openCount >= size ? Infinity : waitMs + bands * intervalMs };
};

const rankedChoice = (
  scene: Scene,
  ranking: readonly Cluster[],
  cluster: Cluster,
  phase: Phase,
): NaiveChoice => {
  const position = ranking.indexOf(cluster);
  const skipped = ranking
    .slice(0, position)
    .some((above) => !isExcluded(scene, above) && !isFeasible(scene, above));
  return choice(scene, cluster, phase, position + 1, skipped);
};

const pulsar = (scene: Scene): NaiveAnswer => {
  const ranking = rankingOf(scene);
  const first = ranking.find(
    (cluster) => !isExcluded(scene, cluster) && isFeasible(scene, cluster),
  );
  const choices = first === undefined ? [] : [rankedChoice(scene, ranking, first, 'direct')];
  return settle(scene, UNCLASSIFIED, ranking, Infinity, choices);
};

/** The algorithms that look at every cluster left, whatever its load. */
const direct =
  (winnersOf: (scene: Scene, left: readonly Cluster[]) => readonly Cluster[]) =>
  (scene: Scene): NaiveAnswer => {
    const left = sorted(scene).filter((cluster) => !isExcluded(scene, cluster));
    const winners = left.length === 0 ? [] : winnersOf(scene, left);
    const choices = winners.map((cluster) => choice(scene, cluster, 'direct', 1));
    return settle(scene, UNCLASSIFIED, null, Infinity, choices);
  };

const settle = (
  scene: Scene,
  session: Session,
  ranking: readonly Cluster[] | null,
  untilMs: number,
  choices: readonly NaiveChoice[],
): NaiveAnswer => {
  if (choices.length > 0) return { kind: 'selected', choices, ...session };
  if (untilMs < Infinity) return { kind: 'wait', untilMs, ...session };
  return unavailable(scene, session, ranking);
};

const ALGORITHMS = {
  'wait-and-widen': waitAndWiden,
  'pulsar-wait-and-widen': pulsarWaitAndWiden,
  pulsar,
  random: direct((_, left) => left),
  'round-robin': direct(({ cursor }, left) => [left[cursor % left.length]!]),
  'power-of-n': direct((scene, left) =>
    anySample(left, scene.settings.sampleCount, (sample) =>
      lowest(sample, (cluster) => scoreOf(scene, cluster, 1)),
    ),
  ),
};
