import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoBudget } from '../../src/core/orders/memo-budget.js';
import { compilePolicy, type Policy } from '../../src/core/config/policy.js';
import type { RoutingRequest } from '../../src/core/request.js';
import { reserve } from '../../src/core/view/reserve.js';
import type { Cluster } from '../../src/core/snapshot/snapshot.js';
import type { View } from '../../src/core/view/view.js';
import { nativeHasher } from '../../src/adapters/platform/native-hasher.js';
import { viewFactory, type CreateView } from '../../src/adapters/platform/view-factory.js';
import { explain } from '../../src/decide.js';
import { freshView } from '../support/run-case.js';
import { checkLaw } from '../support/check-law.js';
import { affinityKeys, clustersOf, configOf, snapshots } from './arbitraries/engine-case.js';

const ORDERED = ['wait-and-widen', 'pulsar', 'pulsar-wait-and-widen'] as const;
const target = { routingKey: 'rk-1', modelId: 'model-a' };

const orderedConfigs = fc.oneof(...ORDERED.map(configOf));

/** Keys of which some come again, and one is too long to be remembered. */
const keySequences = fc.array(affinityKeys, { minLength: 1, maxLength: 30, size: 'max' });

/** From nothing at all to room for everything. */
const budgets = fc.record({
  limitBytes: fc.constantFrom(0, 100, 1024, 1500, 3000, 10_000, 64 * 1024 * 1024),
  maxMemos: fc.constantFrom(1, 2, 1024),
});

const requestOf = (cacheAffinityKey: string): RoutingRequest => ({
  requestId: `request of ${cacheAffinityKey}`,
  cacheAffinityKey,
  inputTokens: 100,
});

describe('the memo of affinity orders', () => {
  test('is invisible, whatever its budget', () => {
    const cases = fc.tuple(
      fc.array(orderedConfigs, { minLength: 1, maxLength: 3 }),
      snapshots,
      keySequences,
      budgets,
    );
    checkLaw(cases, 150, ([configs, snapshot, keys, budget]) => {
      const policies = configs.map(compilePolicy);
      const memo = new MemoBudget(budget.limitBytes, budget.maxMemos);
      const view = viewFactory(nativeHasher, memo)(snapshot);
      for (const key of keys) {
        for (const policy of policies) {
          const fresh = explain(policy, freshView(snapshot), requestOf(key), 0);
          expect(explain(policy, view, requestOf(key), 0)).toEqual(fresh);
        }
      }
    });
  });
});

type Step =
  | Readonly<{ kind: 'publish'; clusters: readonly Cluster[] }>
  | Readonly<{ kind: 'join'; cluster: Cluster }>
  | Readonly<{ kind: 'leave' | 'reserve' | 'weigh'; at: number }>
  | Readonly<{ kind: 'ask'; key: string }>;

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('publish' as const), clusters: clustersOf({}) }),
    fc.record({
      kind: fc.constant('join' as const),
      cluster: clustersOf({ minLength: 1, maxLength: 1 }).map(([cluster]) => cluster!),
    }),
    fc.record({ kind: fc.constantFrom('leave', 'reserve', 'weigh'), at: fc.nat({ max: 20 }) }),
    fc.record({ kind: fc.constant('ask' as const), key: affinityKeys }),
    fc.record({ kind: fc.constant('ask' as const), key: fc.constantFrom('s1', 's2') }),
  ),
  { maxLength: 25, size: 'max' },
);

describe('views that follow one another', () => {
  test('decide as views that start anew, and so do the old ones', () => {
    const configs = fc.array(orderedConfigs, { minLength: 1, maxLength: 2 });
    const cases = fc.tuple(configs, clustersOf({}), steps, budgets);
    checkLaw(cases, 150, ([drawn, clusters, script, { limitBytes, maxMemos }]) => {
      const policies = drawn.map(compilePolicy);
      const create = viewFactory(nativeHasher, new MemoBudget(limitBytes, maxMemos));
      let now = publish(create, clusters);
      for (const step of script) {
        const before = now;
        now = advance(create, now, step);
        const key = step.kind === 'ask' ? step.key : 's1';
        expectTwins(policies, now, key);
        expectTwins(policies, before, key);
      }
      expectTwins(policies, now, 's2');
    });
  });

  test('of another target start anew', () => {
    checkLaw(fc.tuple(orderedConfigs, clustersOf({}), affinityKeys), 100, (drawn) => {
      const [config, clusters, key] = drawn;
      const policy = compilePolicy(config);
      const create = viewFactory(nativeHasher, new MemoBudget());
      const first = create({ target, clusters });
      explain(policy, first, requestOf(key), 0);
      for (const other of [{ modelId: 'model-a' }, { ...target, modelId: 'model-b' }]) {
        const snapshot = { target: other, clusters };
        const carried = explain(policy, create(snapshot, first), requestOf(key), 0);
        expect(carried).toEqual(explain(policy, freshView(snapshot), requestOf(key), 0));
      }
    });
  });
});

/** A view carried over from the one before, and one of its own that must not differ. */
type Twins = Readonly<{ clusters: readonly Cluster[]; carried: View; anew: View }>;

const publish = (create: CreateView, clusters: readonly Cluster[], previous?: Twins): Twins => {
  const snapshot = { target, clusters };
  return { clusters, carried: create(snapshot, previous?.carried), anew: freshView(snapshot) };
};

const advance = (create: CreateView, twins: Twins, step: Step): Twins => {
  const { clusters } = twins;
  if (step.kind === 'publish') return publish(create, step.clusters, twins);
  if (step.kind === 'join') {
    const others = clusters.filter(({ clusterId }) => clusterId !== step.cluster.clusterId);
    return publish(create, [step.cluster, ...others], twins);
  }
  if (step.kind === 'ask' || clusters.length === 0) return twins;
  const at = step.at % clusters.length;
  const cluster = clusters[at]!;
  if (step.kind === 'leave') return publish(create, clusters.toSpliced(at, 1), twins);
  if (step.kind === 'weigh') return publish(create, clusters.with(at, heavier(cluster)), twins);
  const one = { clusterId: cluster.clusterId, inputTokens: 10 };
  const [carried, anew] = [reserve(twins.carried, one), reserve(twins.anew, one)];
  return { clusters, carried, anew };
};

const heavier = (cluster: Cluster): Cluster => {
  const maxInputTps = (cluster.stats.maxInputTps ?? 0) + 700;
  return { ...cluster, stats: { ...cluster.stats, maxInputTps } };
};

const expectTwins = (policies: readonly Policy[], { carried, anew }: Twins, key: string): void => {
  for (const policy of policies) {
    const explained = explain(policy, carried, requestOf(key), 0);
    expect(explained).toEqual(explain(policy, anew, requestOf(key), 0));
  }
};
