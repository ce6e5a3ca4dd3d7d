import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/runtime/index.js';
import type { RouteDecision } from '../../src/adapters/runtime/index.js';
import { createInMemoryTelemetry } from '../../src/adapters/telemetry/in-memory.js';
import { ALGORITHM_ALIASES } from '../../src/core/config/algorithm-name.js';
import { DEFAULT_LB_CONFIG, type LbConfig, type ModelEntry } from '../../src/core/config/config.js';
import type { Decision } from '../../src/core/decision.js';
import { ALGORITHMS, FIELDS, FIELD_KEYS } from '../../src/core/config/fields.js';
import type { AlgorithmConfig, AlgorithmName, FieldSpec } from '../../src/core/config/fields.js';
import { compilePolicy, type Policy } from '../../src/core/config/policy.js';
import type { RoutingRequest, SessionState } from '../../src/core/request.js';
import type { Snapshot } from '../../src/core/snapshot/snapshot.js';
import { isScalar } from '../../src/expression/grammar.js';
import { decide } from '../../src/decide.js';
import { fitsInHeader, write } from './arbitraries/any-spelling.js';
import { accepted, resolved } from '../unit/expression/outcome.js';
import { NaiveCache } from '../unit/adapters/runtime/naive-cache.js';
import { freshView } from '../support/run-case.js';
import { checkLaw } from '../support/check-law.js';
import { configOf, moments, requests, snapshots } from './arbitraries/engine-case.js';

const RUNS = 400;

/** A request, and how long after its arrival it is decided. */
type Moment = Readonly<{ request: RoutingRequest; elapsedMs: number }>;

const momentsOf = fc.array(fc.record({ request: requests, elapsedMs: moments }), {
  minLength: 1,
  maxLength: 6,
});

const anyConfig = fc.constantFrom(...ALGORITHMS).chain(configOf);

const entryOf = (configured: AlgorithmConfig, ...overrides: AlgorithmConfig[]): ModelEntry => ({
  configured,
  requestAlgorithms: new Map(overrides.map((config) => [config.algorithm, config])),
});

const configured = (config: AlgorithmConfig): LbConfig => ({
  default: 'power-of-n',
  requestAlgorithms: new Map(),
  models: new Map([['model-a', entryOf(config)]]),
});

/** What an engine answers to a row of requests, all with one method. */
const answers = (
  config: LbConfig,
  snapshot: Snapshot,
  row: readonly Moment[],
  routingMethod?: string,
): readonly RouteDecision[] => {
  const engine = createEngine({ config });
  engine.publish(snapshot);
  return row.map(({ request, elapsedMs }) =>
    engine.decide({ ...request, target: snapshot.target, routingMethod }, { elapsedMs }),
  );
};

/** What the pure function decides of the same row. */
const plainDecisions = (
  policy: Policy,
  snapshot: Snapshot,
  row: readonly Moment[],
): readonly Decision[] => {
  let cursor = 0;
  return row.map(({ request, elapsedMs }) => {
    const decision = decide(policy, freshView(snapshot), request, elapsedMs, cursor);
    cursor = cursorAfter(decision, cursor);
    return decision;
  });
};

const cursorAfter = (decision: Decision, cursor: number): number =>
  decision.kind === 'selected' ? (decision.nextCursor ?? cursor) : cursor;

describe('an engine', () => {
  test('decides what the pure function decides', () => {
    const cases = fc.record({ config: anyConfig, snapshot: snapshots, row: momentsOf });
    checkLaw(cases, RUNS, ({ config, snapshot, row }) => {
      expect(answers(configured(config), snapshot, row)).toEqual(
        plainDecisions(compilePolicy(config), snapshot, row),
      );
    });
  });
});

describe('a method alone', () => {
  /** Every way to spell an algorithm: aliases, in any case, with either joint, padded. */
  const spellingsOf = (algorithm: AlgorithmName): readonly string[] => {
    const aliases = [...ALGORITHM_ALIASES].filter(([, name]) => name === algorithm);
    return [algorithm, ...aliases.map(([alias]) => alias)].flatMap((name) => [
      name,
      name.toUpperCase(),
      name.toLowerCase().replaceAll('-', '_'),
      ` ${name} `,
    ]);
  };

  const otherThan = (algorithm: AlgorithmName): AlgorithmName =>
    algorithm === 'random' ? 'pulsar' : 'random';

  /** Every place of a configuration that may say what the algorithm means for model-a. */
  const placesFor = (config: AlgorithmConfig): readonly LbConfig[] => {
    const { algorithm } = config;
    const other = { algorithm: otherThan(algorithm) };
    const decoy = { algorithm, requireCacheAffinityKey: true, requireInputTokens: true };
    const fleet = new Map([[algorithm, config]]);
    const decoys = new Map([[algorithm, decoy]]);
    return [
      { ...configured(config), requestAlgorithms: decoys },
      {
        default: 'power-of-n',
        requestAlgorithms: decoys,
        models: new Map([['model-a', entryOf(other, config)]]),
      },
      {
        default: algorithm,
        requestAlgorithms: fleet,
        models: new Map([['model-a', entryOf(other)]]),
      },
      { default: other.algorithm, requestAlgorithms: fleet, models: new Map() },
    ];
  };

  test('decides what the configured algorithm decides, in every spelling', () => {
    const cases = fc.record({
      config: anyConfig,
      snapshot: snapshots,
      row: momentsOf,
      noise: fc.nat(),
    });
    checkLaw(cases, RUNS, ({ config, snapshot, row, noise }) => {
      const expected = answers(configured(config), snapshot, row);
      const spellings = spellingsOf(config.algorithm);
      placesFor(config).forEach((place, i) => {
        const spelling = spellings[(noise + i) % spellings.length]!;
        expect(answers(place, snapshot, row, spelling)).toEqual(expected);
      });
    });
  });

  test.each(ALGORITHMS)('of %s decides alike in each of its spellings', (algorithm) => {
    const row = [{ request: { requestId: 'r1', cacheAffinityKey: 's1' }, elapsedMs: 0 }];
    const snapshot = fc.sample(snapshots, { numRuns: 20, seed: 1 }).at(-1)!;
    const expected = answers(configured({ algorithm }), snapshot, row);
    for (const spelling of spellingsOf(algorithm)) {
      expect(answers(DEFAULT_LB_CONFIG, snapshot, row, spelling)).toEqual(expected);
    }
  });
});

describe('an expression over a base', () => {
  /** What an expression may say of these values: no inert ones, and what the grammar can carry. */
  const sayable = (config: AlgorithmConfig) => {
    const { algorithm } = config;
    const keys = FIELD_KEYS.filter((key) => {
      const field: FieldSpec = FIELDS[key];
      const value = config[key];
      if (value === undefined || field.inertFor?.includes(algorithm)) return false;
      if (value === 0 && field.zeroMeans?.[algorithm] === 1) return false;
      if (key === 'maxInputWorkSeconds') return Number(value) > 0;
      return isScalar(String(value));
    });
    return Object.fromEntries(keys.map((key) => [key, config[key]]));
  };

  const cases = fc.constantFrom(...ALGORITHMS).chain((algorithm) =>
    fc.record({
      base: configOf(algorithm),
      over: configOf(algorithm).map(sayable),
      snapshot: snapshots,
      row: momentsOf,
      noise: fc.integer(),
    }),
  );

  test('decides what a configuration with all of its values decides', () => {
    checkLaw(cases, RUNS * 2, ({ base, over, snapshot, row, noise }) => {
      const text = write(base.algorithm, over, noise);
      fc.pre(fitsInHeader(text));
      const merged = { ...base, ...over };
      expect(answers(configured(base), snapshot, row, text)).toEqual(
        answers(configured(merged), snapshot, row),
      );
    });
  });

  test('leaves the base deciding as before', () => {
    checkLaw(cases, RUNS, ({ base, over, snapshot, row, noise }) => {
      // An expression that says nothing new shares the turns of the base, as it should.
      fc.pre(base.algorithm !== 'round-robin');
      const text = write(base.algorithm, over, noise);
      const engine = createEngine({ config: configured(base) });
      engine.publish(snapshot);
      const expected = plainDecisions(compilePolicy(base), snapshot, row);
      row.forEach(({ request, elapsedMs }, i) => {
        const own = { ...request, target: snapshot.target };
        engine.decide({ ...own, routingMethod: text }, { elapsedMs });
        expect(engine.decide(own, { elapsedMs })).toEqual(expected[i]);
      });
    });
  });
});

describe('a route', () => {
  type Step =
    | Readonly<{ kind: 'decide'; elapsedMs: number }>
    | Readonly<{ kind: 'exclude'; clusterId: string }>
    | Readonly<{ kind: 'publish'; snapshot: Snapshot }>;

  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('decide'), elapsedMs: moments }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('exclude'),
        clusterId: fc.constantFrom('A', 'B', 'C', 'gone', '__proto__'),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('publish'), snapshot: snapshots }) },
  );

  test('keeps the first classification and all exclusions, on the latest view', () => {
    const cases = fc.record({
      config: fc
        .constantFrom('wait-and-widen' as const, 'pulsar-wait-and-widen' as const)
        .chain(configOf),
      snapshot: snapshots,
      request: requests,
      steps: fc.array(step, { minLength: 2, maxLength: 8 }),
    });
    checkLaw(cases, RUNS, ({ config, snapshot, request, steps }) => {
      const { target } = snapshot;
      const policy = compilePolicy(config);
      const engine = createEngine({ config: configured(config) });
      engine.publish(snapshot);
      const route = accepted(engine.open({ ...request, target }));
      let latest = snapshot;
      let sessionState: SessionState | undefined = request.sessionState;
      const excludedClusterIds = [...(request.excludedClusterIds ?? [])];
      for (const taken of steps) {
        if (taken.kind === 'exclude') {
          excludedClusterIds.push(taken.clusterId);
          route.exclude(taken.clusterId);
        } else if (taken.kind === 'publish') {
          latest = { ...taken.snapshot, target };
          engine.publish(latest);
        } else {
          const attempt = { ...request, excludedClusterIds, sessionState };
          const expected = decide(policy, freshView(latest), attempt, taken.elapsedMs);
          expect(route.decide(taken.elapsedMs)).toEqual(expected);
          if (expected.kind !== 'rejected') sessionState ??= expected.sessionState ?? undefined;
        }
      }
    });
  });
});

describe('the cache of instances', () => {
  const IDLE_MS = 1000;

  const TEXTS = [
    'round-robin',
    'Round_Robin;max_input_work_seconds=100000',
    'round-robin; max_input_work_seconds=100000.0',
    'round-robin;max_input_work_seconds=200000',
    'round-robin;max_input_work_seconds=300000',
    'pulsar-multiregion;seed=a;last_cluster_affinity=true',
    'groq-multiregion;cache_affinity_backend_selection_count=2;cache_affinity_virtual_nodes=3',
    'pulsar;seed=a',
  ];

  const TARGETS = [{ modelId: 'model-a' }, { routingKey: 'rk', modelId: 'model-a' }];

  type Send = Readonly<{ kind: 'send'; text: string; to: number; moment: Moment }>;
  type Step =
    | Send
    | Readonly<{ kind: 'publish'; to: number; snapshot: Snapshot }>
    | Readonly<{ kind: 'pass'; ms: number }>;

  const to = fc.nat({ max: TARGETS.length - 1 });
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('send'),
        text: fc.constantFrom(...TEXTS),
        to,
        moment: fc.record({ request: requests, elapsedMs: moments }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('publish'), to, snapshot: snapshots }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('pass'), ms: fc.constantFrom(1, 400, 1000, 1001) }),
    },
  );

  test('is a least-recently-used cache with idle expiry, and no decision depends on it', () => {
    const cases = fc.record({
      maxInstances: fc.constantFrom(1, 2, 3, 100),
      first: fc.tuple(snapshots, snapshots),
      steps: fc.array(step, { minLength: 5, maxLength: 30 }),
    });
    checkLaw(cases, RUNS, ({ maxInstances, first, steps }) => {
      let nowMs = 0;
      const telemetry = createInMemoryTelemetry();
      const limits = { maxInstances, idleMs: IDLE_MS };
      const engine = createEngine({ telemetry, nowMs: () => nowMs, limits });
      const latest = first.map((snapshot, i) => ({ ...snapshot, target: TARGETS[i]! }));
      for (const snapshot of latest) engine.publish(snapshot);
      const dynamic = new NaiveCache(maxInstances, IDLE_MS);
      // What is configured is kept for good: it is never too old, nor one too many.
      const lasting = new NaiveCache(Infinity, Infinity);

      const send = ({ text, to, moment: { request, elapsedMs } }: Send): void => {
        const own = { ...request, target: TARGETS[to]!, routingMethod: text };
        const answer = engine.decide(own, { elapsedMs });
        const { policy, identity } = resolved(text);
        const cache = identity === policy.algorithm ? lasting : dynamic;
        const used = cache.use(`${String(to)} ${identity}`, nowMs);
        const { cursor } = used.entry;
        const expected = decide(policy, freshView(latest[to]!), request, elapsedMs, cursor);
        used.entry.cursor = cursorAfter(expected, cursor);
        expect(answer).toEqual(expected);
        const [line] = telemetry.lines('routing_expression_accepted').slice(-1);
        expect(line!.fields['cache']).toBe(used.cache);
        expect(engine.definitionCount).toBeLessThanOrEqual(maxInstances);
      };

      for (const taken of steps) {
        if (taken.kind === 'send') send(taken);
        else if (taken.kind === 'pass') nowMs += taken.ms;
        else {
          latest[taken.to] = { ...taken.snapshot, target: TARGETS[taken.to]! };
          engine.publish(latest[taken.to]!);
        }
      }
    });
  });
});
