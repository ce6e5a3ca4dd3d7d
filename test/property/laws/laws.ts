/** Laws that every algorithm keeps in every case; `conformance.test.ts` runs them all. */
import { expect } from 'vitest';
import type { Decision, Selected } from '../../../src/core/decision.js';
import { compilePolicy } from '../../../src/core/config/policy.js';
import type { Cluster } from '../../../src/core/snapshot/snapshot.js';
import { decide, explain, timeline } from '../../../src/decide.js';
import { decideCase, freshView } from '../../support/run-case.js';
import type { RoutingCase } from '../arbitraries/engine-case.js';
import {
  hasCapacity,
  isKvFeasible,
  queueLimitMs,
  queueMs,
  ttftMs,
  validRate,
} from '../model/naive-estimates.js';
import { settingsOf, type NaiveSettings } from '../model/naive-settings.js';

export type Law = Readonly<{ name: string; check: (routingCase: RoutingCase) => void }>;

export const CONFORMANCE: readonly Law[] = [
  {
    name: 'chooses an eligible cluster',
    check: (c) => {
      const chosen = chosenOf(c);
      if (chosen !== undefined) expect(isEligible(c, chosen.cluster, chosen.selected)).toBe(true);
    },
  },
  {
    name: 'is unavailable only where no cluster is eligible',
    check: (c) => {
      if (decideCase(c).kind !== 'unavailable') return;
      expect(c.snapshot.clusters.filter((cluster) => isEligible(c, cluster))).toEqual([]);
    },
  },
  {
    name: 'does not depend on the order of the clusters',
    check: (c) => {
      const { snapshot } = c;
      const [first, ...rest] = snapshot.clusters;
      for (const clusters of [snapshot.clusters.toReversed(), first ? [...rest, first] : []]) {
        expect(decideCase({ ...c, snapshot: { ...snapshot, clusters } })).toEqual(decideCase(c));
      }
    },
  },
  {
    name: 'decides the same again, on this view and on another',
    check: (c) => {
      const policy = compilePolicy(c.config);
      const view = freshView(c.snapshot);
      const once = decide(policy, view, c.request, c.elapsedMs, c.cursor);
      expect(decide(policy, view, c.request, c.elapsedMs, c.cursor)).toEqual(once);
      expect(decideCase(c)).toEqual(once);
    },
  },
  {
    name: 'leaves a deep-frozen input as it is',
    check: (c) => {
      const before = structuredClone(c);
      const { config, snapshot, request, elapsedMs, cursor } = deepFreeze(c);
      const policy = compilePolicy(config);
      const view = freshView(snapshot);
      decide(policy, view, request, elapsedMs, cursor);
      explain(policy, view, request, elapsedMs, cursor);
      timeline(policy, view, request, cursor);
      expect(c).toEqual(before);
    },
  },
  {
    name: 'never chooses an excluded cluster',
    check: (c) => {
      const excluded = c.request.excludedClusterIds ?? [];
      expect(excluded).not.toContain(chosenOf(c)?.cluster.clusterId);
    },
  },
  {
    name: 'explains the decision it makes, with one chosen row or none',
    check: (c) => {
      const decision = decideCase(c);
      const args = [compilePolicy(c.config), freshView(c.snapshot), c.request] as const;
      const explanation = explain(...args, c.elapsedMs, c.cursor);
      expect(explanation.decision).toEqual(decision);
      const chosen = explanation.rows.filter((row) => row.verdict === 'chosen');
      const expected = decision.kind === 'selected' ? [decision.clusterId] : [];
      expect(chosen.map((row) => row.clusterId)).toEqual(expected);
    },
  },
];

/** A decision without `delayMs`, which counts from the moment it was made. */
export const withoutDelay = (decision: Decision): Decision =>
  decision.kind === 'wait' ? { ...decision, delayMs: 0 } : decision;

/** The case with all clusters but the last full, so that requests have to wait. */
export const busy = (c: RoutingCase): RoutingCase => {
  const clusters = c.snapshot.clusters.map((cluster, i, { length }) =>
    i === length - 1 ? cluster : full(cluster),
  );
  return { ...c, snapshot: { ...c.snapshot, clusters } };
};

/** The case without a queue SLO, under which time only ever opens clusters. */
export const withoutQueueSlo = (c: RoutingCase): RoutingCase => {
  const { maxQueueTimeFloorMs, maxQueueTimeCeilMs, ...config } = c.config;
  void maxQueueTimeFloorMs;
  void maxQueueTimeCeilMs;
  return { ...c, config };
};

const full = (cluster: Cluster): Cluster => {
  const slots = Math.max(1, cluster.stats.maxEngineConcurrency);
  const stats = { ...cluster.stats, maxEngineConcurrency: slots, numRunningQueries: slots };
  return { ...cluster, stats };
};

type Chosen = Readonly<{ selected: Selected; cluster: Cluster }>;

const chosenOf = (c: RoutingCase): Chosen | undefined => {
  const selected = decideCase(c);
  if (selected.kind !== 'selected') return undefined;
  const cluster = c.snapshot.clusters.find(({ clusterId }) => clusterId === selected.clusterId);
  expect(cluster).toBeDefined();
  return { selected, cluster: cluster! };
};

/**
 * Whether the algorithm may choose the cluster: for a choice in its phase, otherwise in the phase
 * every cluster comes to in the end.
 */
const isEligible = (c: RoutingCase, cluster: Cluster, selected?: Selected): boolean => {
  const { config, request } = c;
  const settings = settingsOf(config);
  if ((request.excludedClusterIds ?? []).includes(cluster.clusterId)) return false;
  if (config.algorithm.startsWith('pulsar')) {
    if (weightOf(settings, cluster) === 0) return false;
    const tokens = request.inputTokens ?? 0;
    if (settings.considerKvFreeTokens && !isKvFeasible(cluster, tokens)) return false;
  }
  if (!config.algorithm.endsWith('wait-and-widen')) return true;
  const isOpen = config.algorithm.startsWith('pulsar') && selected?.phase !== 'affinity';
  const allowance = isOpen ? settings.fallbackMaxQueued : settings.maxQueued;
  const limitMs = queueLimitMs(settings, request.requestSloMs, c.elapsedMs);
  return (
    queueMs(cluster, request.priority ?? 0) <= limitMs &&
    ttftMs(settings, cluster, request, 1) < Infinity &&
    hasCapacity(cluster, allowance)
  );
};

const weightOf = ({ rendezvousWeight }: NaiveSettings, { stats }: Cluster): number =>
  validRate(rendezvousWeight === 'max-input-tps' ? stats.maxInputTps : stats.lastMeanInputTps);

const deepFreeze = <A>(value: A): A => {
  if (typeof value === 'object' && value !== null)
    Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
};
