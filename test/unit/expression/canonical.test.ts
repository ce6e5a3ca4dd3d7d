import { describe, expect, test } from 'vitest';
import type { AlgorithmConfig } from '../../../src/core/config/fields.js';
import { compilePolicy } from '../../../src/core/config/policy.js';
import {
  canonicalExpression,
  checkFormat,
  policyIdentity,
  resolveCanonical,
} from '../../../src/expression/index.js';
import { plainDecimal } from '../../../src/expression/plain-decimal.js';
import { accepted, readConfig, refused, rejected, resolved, settingsOf } from './outcome.js';

const canonical = (config: AlgorithmConfig): string => canonicalExpression(compilePolicy(config));
const identity = (config: AlgorithmConfig): string => policyIdentity(compilePolicy(config));

describe('a plain decimal', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [-2.5, '-2.5'],
    [0.1, '0.1'],
    [1e-6, '0.000001'],
    [1e-7, '0.0000001'],
    [-1.5e-10, '-0.00000000015'],
    [1e20, '100000000000000000000'],
    [1e21, '1000000000000000000000'],
    [1.25e25, '12500000000000000000000000'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    [5e-324, `0.${'0'.repeat(323)}5`],
    [Number.MAX_VALUE, `17976931348623157${'0'.repeat(292)}`],
  ])('writes %d as %s', (value, text) => {
    expect(plainDecimal(value)).toBe(text);
    expect(Number(text)).toBe(value + 0);
  });
});

describe('the canonical expression', () => {
  test('is the bare method where every field has its default', () => {
    expect(canonical({ algorithm: 'round-robin' })).toBe('round-robin');
    expect(canonical({ algorithm: 'power-of-n', sampleCount: 2, comparator: 'ttft' })).toBe(
      'power-of-n',
    );
  });

  test('lists what differs, sorted by name, in the shortest form', () => {
    expect(
      canonical({
        algorithm: 'wait-and-widen',
        seed: 'stable a',
        n: 3,
        maxInputWorkSeconds: 1e-7,
        lastClusterAffinity: true,
        comparator: 'queue-time',
        cacheAffinityInputTokensScale: 0.5,
      }),
    ).toBe(
      'wait-and-widen;cache_affinity_input_tokens_scale=0.5;comparator=queue-time;last_cluster_affinity=true;max_input_work_seconds=0.0000001;n=3;seed=stable a',
    );
  });

  test('normalises a closed list and nothing else', () => {
    expect(canonical({ algorithm: 'wait-and-widen', n: 0 })).toBe('wait-and-widen;n=1');
    expect(canonical({ algorithm: 'wait-and-widen', cacheAffinityVirtualNodes: 0 })).toBe(
      'wait-and-widen;cache_affinity_virtual_nodes=1',
    );
    expect(canonical({ algorithm: 'wait-and-widen', cacheAffinityBackendSelectionCount: 0 })).toBe(
      'wait-and-widen',
    );
    expect(canonical({ algorithm: 'wait-and-widen', maxQueueTimeFloorMs: 5 })).toBe(
      'wait-and-widen',
    );
    expect(canonical({ algorithm: 'wait-and-widen', maxQueueTimeCeilMs: 5 })).toBe(
      'wait-and-widen',
    );
    const pair = 'pulsar-wait-and-widen' as const;
    expect(canonical({ algorithm: pair, cacheAffinityBackendSelectionCount: 0 })).toBe(pair);
    expect(canonical({ algorithm: pair, cacheAffinityVirtualNodes: 8 })).toBe(pair);
    expect(canonical({ algorithm: pair, cacheAffinityBackendSelectionCount: 2 })).toBe(
      `${pair};cache_affinity_backend_selection_count=2`,
    );
  });

  test('keeps a band interval that was set, even to the affinity wait', () => {
    const base: AlgorithmConfig = { algorithm: 'pulsar-wait-and-widen', cacheAffinityWaitMs: 200 };
    expect(canonical(base)).toBe('pulsar-wait-and-widen;cache_affinity_wait_ms=200');
    for (const bandWidenIntervalMs of [0, 200]) {
      expect(canonical({ ...base, bandWidenIntervalMs })).toBe(
        `pulsar-wait-and-widen;band_widen_interval_ms=${String(bandWidenIntervalMs)};cache_affinity_wait_ms=200`,
      );
    }
  });

  test('is read over the built-in defaults, never over a configured base', () => {
    const config = readConfig({
      models: { m: { algorithm: 'wait-and-widen', n: 5, seed: 'base' } },
    });
    const { canonical: text, policy } = resolved('wait-and-widen;n=2', config, 'm');
    expect(text).toBe('wait-and-widen;seed=base');
    expect(accepted(resolveCanonical(text)).policy).toEqual(policy);
  });

  test('may hold what only an operator can set', () => {
    const operators: AlgorithmConfig = {
      algorithm: 'wait-and-widen',
      cacheAffinityVirtualNodes: 5000,
      maxInputWorkSeconds: -1,
    };
    const text = canonical(operators);
    expect(text).toBe('wait-and-widen;cache_affinity_virtual_nodes=5000;max_input_work_seconds=-1');
    expect(accepted(resolveCanonical(text)).policy).toEqual(compilePolicy(operators));
    expect(rejected(text).code).toBe('invalid_value');
  });

  test('percent-encodes a seed that the grammar cannot carry', () => {
    const encoded = (seed: string) => canonical({ algorithm: 'pulsar', seed });
    expect(encoded('a;b=c,d%e')).toBe('pulsar;seed=a%3Bb%3Dc%2Cd%25e');
    expect(encoded(' a b ')).toBe('pulsar;seed=%20a b%20');
    expect(encoded('\u00fc\u{1f600}\n')).toBe('pulsar;seed=%C3%BC%F0%9F%98%80%0A');
    expect(encoded('100%')).toBe('pulsar;seed=100%');
    for (const seed of ['a;b', ' ', '\u0000', '=']) accepted(checkFormat(encoded(seed)));
  });

  test('is refused when it is no expression', () => {
    expect(refused(resolveCanonical('pulsar;')).code).toBe('malformed_expression');
    expect(refused(resolveCanonical('pulsr')).code).toBe('unknown_method');
    expect(refused(resolveCanonical('pulsar;n=1')).code).toBe('not_applicable');
    expect(refused(resolveCanonical('pulsar;max_input_work_seconds=x')).code).toBe('invalid_value');
  });
});

describe('the identity of a policy', () => {
  test('tells a seed from the encoded or spelled-out form of another', () => {
    const seeds = ['a', 'a;n=3', 'a%3Bn%3D3', '"a"', 'a"', 'a\\', ' a', ''];
    const identities = seeds.map((seed) => identity({ algorithm: 'wait-and-widen', seed }));
    expect(new Set(identities).size).toBe(seeds.length);
    expect(identity({ algorithm: 'wait-and-widen', seed: 'a', n: 3 })).not.toBe(
      identity({ algorithm: 'wait-and-widen', seed: 'a";n=3' }),
    );
  });

  test('is the same for two models that resolve alike from different bases and texts', () => {
    const config = readConfig({
      models: {
        one: { algorithm: 'wait-and-widen', n: 5, seed: 'a' },
        two: { algorithm: 'wait-and-widen', max_queued: 3 },
      },
    });
    const one = resolved('groq_multiregion;max_queued=3', config, 'one');
    const two = resolved('Wait-And-Widen; seed=a; n=5', config, 'two');
    expect(one.identity).toBe(two.identity);
    expect(one.canonical).toBe(two.canonical);
    expect(settingsOf(one.policy)).toEqual(settingsOf(two.policy));
  });
});
