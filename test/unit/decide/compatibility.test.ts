import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { parseAlgorithmConfig } from '../../../src/core/config/algorithm-codec.js';
import { resolveAlgorithm } from '../../../src/core/config/config.js';
import { parseLbConfig } from '../../../src/core/config/config-codec.js';
import {
  ALGORITHMS,
  type AlgorithmConfig,
  type AlgorithmName,
} from '../../../src/core/config/fields.js';
import { HEADERS, headersForEngine } from '../../../src/adapters/http/index.js';
import {
  free,
  full,
  keyWithOrder,
  route,
  SESSION_AWARE,
  viewOf,
} from '../../support/affinity-group.js';

const HINTS = [undefined, 'A', 'B', 'C', 'gone', '', ' '];
const ELAPSED_MS = [0, 150, 299, 300, 1000];
const VIEWS = [
  viewOf(free('A'), free('B'), free('C')),
  viewOf(full('A'), free('B'), free('C')),
  viewOf(full('A'), full('B'), free('C')),
  viewOf(full('A'), full('B'), full('C')),
  viewOf(),
];

const configOf = (algorithm: AlgorithmName, more: object = {}): AlgorithmConfig => ({
  algorithm,
  cacheAffinityBackendSelectionCount: 1,
  cacheAffinityWaitMs: 300,
  cacheAffinityInputTokensScale: 0.1,
  ...more,
});

/** Decisions of both configurations agree whatever the hint, the load and the time. */
const expectSame = (
  config: AlgorithmConfig,
  reference: AlgorithmConfig,
  cacheAffinityKey: string | undefined,
): void => {
  for (const view of VIEWS) {
    for (const elapsedMs of ELAPSED_MS) {
      const expected = route(reference, view, { cacheAffinityKey, elapsedMs });
      for (const lastClusterId of HINTS) {
        const ask = { cacheAffinityKey, elapsedMs, lastClusterId };
        expect(route(config, view, ask)).toEqual(expected);
      }
    }
  }
};

describe.each(SESSION_AWARE)('%s with last_cluster_affinity off', (algorithm) => {
  const cacheAffinityKey = keyWithOrder(algorithm, 'A', 'B', 'C');

  test('decides the same whether the field is unset or false, with or without the hint', () => {
    const off = configOf(algorithm, { lastClusterAffinity: false });
    expectSame(off, configOf(algorithm), cacheAffinityKey);
    expectSame(configOf(algorithm), off, cacheAffinityKey);
  });

  test('does not classify the request', () => {
    const decision = route(configOf(algorithm), VIEWS[0]!, {
      cacheAffinityKey,
      lastClusterId: 'B',
    });
    expect(decision).toMatchObject({ clusterId: 'A', sessionState: null, promoted: false });
  });
});

describe('last_cluster_affinity', () => {
  const others = ALGORITHMS.filter((name) => !SESSION_AWARE.includes(name as never));

  test.each(others)('on %s fails at start, naming the field and the algorithm', (algorithm) => {
    const entry = { algorithm, last_cluster_affinity: true };
    for (const config of [
      { models: { m: entry } },
      { request_algorithms: { [algorithm]: entry } },
      {
        models: { m: { algorithm: 'wait-and-widen', request_algorithms: { [algorithm]: entry } } },
      },
    ]) {
      const parsed = parseLbConfig(config);
      const faults = E.isLeft(parsed) ? parsed.left : [];
      expect(faults).toHaveLength(1);
      expect(faults[0]!.path).toContain('last_cluster_affinity');
      expect(faults[0]!.message).toContain('last_cluster_affinity');
      expect(faults[0]!.message).toContain(algorithm);
    }
  });

  test.each(others)('on %s fails even when it is false', (algorithm) => {
    expect(E.isLeft(parseAlgorithmConfig({ algorithm, last_cluster_affinity: false }))).toBe(true);
  });

  test.each(SESSION_AWARE)('on %s loads without a warning', (algorithm) => {
    const parsed = parseAlgorithmConfig({
      algorithm,
      last_cluster_affinity: true,
      cache_affinity_backend_selection_count: 1,
    });
    expect(E.isRight(parsed) && parsed.right.warnings).toEqual([]);
  });

  test('or not, the hint never reaches an engine', () => {
    const { name } = HEADERS.lastClusterId;
    expect(name).toBe('x-stargate-last-cluster-id');
    for (const spelling of [name, name.toUpperCase()]) {
      const sent = headersForEngine(['x-model', 'm', spelling, 'B', 'accept', '*/*'], {});
      expect(sent.map((text) => text.toLowerCase())).not.toContain(name);
      expect(sent).not.toContain('B');
      expect(sent).toContain('accept');
    }
  });
});

describe('the last-cluster hint', () => {
  const on = { lastClusterAffinity: true };

  test.each(SESSION_AWARE)('has no effect on %s without an affinity key', (algorithm) => {
    for (const key of [undefined, '']) {
      expectSame(configOf(algorithm, on), configOf(algorithm), key);
    }
  });

  test.each([undefined, 0])('has no effect on wait-and-widen with a group of %s', (k) => {
    const group = { cacheAffinityBackendSelectionCount: k };
    const config = configOf('wait-and-widen', { ...on, ...group });
    expectSame(config, configOf('wait-and-widen', group), 'session-1');
  });

  test('acts on pulsar-wait-and-widen even with a group of 0, which means 1', () => {
    const algorithm = 'pulsar-wait-and-widen';
    const config = configOf(algorithm, { ...on, cacheAffinityBackendSelectionCount: 0 });
    const cacheAffinityKey = keyWithOrder(algorithm, 'A', 'B', 'C');
    const decision = route(config, VIEWS[0]!, { cacheAffinityKey, lastClusterId: 'B' });
    expect(decision).toMatchObject({ clusterId: 'B', sessionState: 'returning' });
  });

  test.each(['pulsar', 'power-of-n', 'random', 'round-robin'] as const)(
    'has no effect on %s',
    (algorithm) => {
      expectSame({ algorithm }, { algorithm }, 'session-1');
    },
  );

  test('has no effect when the request selects an algorithm that has the flag off', () => {
    const parsed = parseLbConfig({
      models: {
        m: {
          algorithm: 'wait-and-widen',
          last_cluster_affinity: true,
          cache_affinity_backend_selection_count: 1,
          request_algorithms: { 'pulsar-wait-and-widen': 'pulsar-wait-and-widen' },
        },
      },
      request_algorithms: { pulsar: 'pulsar' },
    });
    const { config } = E.isRight(parsed) ? parsed.right : { config: undefined };
    for (const method of ['pulsar-wait-and-widen', 'pulsar'] as const) {
      const selected = resolveAlgorithm(config!, 'm', method)!;
      expectSame(selected, { algorithm: method }, 'session-1');
    }
    const usual = resolveAlgorithm(config!, 'm')!;
    const ask = { cacheAffinityKey: 'session-1', lastClusterId: 'B' };
    expect(route(usual, VIEWS[0]!, ask)).toMatchObject({ sessionState: 'returning' });
  });

  test.each(SESSION_AWARE)('that is blank counts as absent under %s', (algorithm) => {
    for (const lastClusterId of ['', ' ', '\t']) {
      const ask = { cacheAffinityKey: 'session-1', lastClusterId };
      expect(route(configOf(algorithm, on), VIEWS[0]!, ask)).toMatchObject({
        kind: 'selected',
        sessionState: 'new',
      });
    }
  });
});
