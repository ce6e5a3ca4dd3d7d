import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effort } from '../../../support/effort.js';

import {
  caseLineCodec,
  decideCase,
  encodeCaseFaults,
  encodeCaseLine,
  parseCase,
  parseCaseText,
  type Case,
  type CaseFault,
} from '../../../../src/adapters/cases/index.js';
import { createView } from '../../../../src/adapters/platform/node.js';
import { decodeWith } from '../../../../src/core/codec/codec.js';
import { sampleCase } from './sample-case.js';

const read = (json: unknown): Case => {
  const parsed = parseCase(json, createView);
  if (E.isLeft(parsed)) throw new Error(JSON.stringify(parsed.left));
  return parsed.right;
};

const faultsOf = (json: unknown): readonly CaseFault[] => {
  const parsed = parseCase(json, createView);
  return E.isLeft(parsed) ? parsed.left : [];
};

const placesOf = (json: unknown): readonly string[] =>
  faultsOf(json).map(({ path, code }) => `${path} ${code}`);

describe('a case', () => {
  test('is read with every member', () => {
    const request = {
      ...sampleCase.request,
      priority: 4,
      request_slo_ms: 1000,
      excluded_cluster_ids: ['B'],
      session_state: 'returning',
    };
    const parsed = read({ ...sampleCase, request, elapsed_ms: 12.5, cursor: 7 });
    expect(parsed.request).toEqual({
      requestId: 'r1',
      cacheAffinityKey: 'k',
      inputTokens: 100,
      priority: 4,
      requestSloMs: 1000,
      excludedClusterIds: ['B'],
      lastClusterId: 'A',
      sessionState: 'returning',
    });
    expect(parsed.elapsedMs).toBe(12.5);
    expect(parsed.cursor).toBe(7);
    expect(parsed.view.target).toEqual({ routingKey: 'rk', modelId: 'm' });
    expect(parsed.policy.cacheAffinityWaitMs).toBe(300);
  });

  test('takes null for absent, ignores members it does not know, and has defaults', () => {
    const request = {
      request_id: 'r1',
      cache_affinity_key: null,
      input_tokens: null,
      priority: null,
      request_slo_ms: null,
      excluded_cluster_ids: null,
      last_cluster_id: null,
      session_state: null,
      user: 'u',
    };
    const json = {
      config: null,
      lb_config: null,
      routing_method: null,
      snapshot: sampleCase.snapshot,
      request,
      elapsed_ms: null,
      cursor: null,
      decision: { kind: 'wait' },
      note: 'n',
    };
    const parsed = read(json);
    expect(parsed.request).toEqual({ requestId: 'r1' });
    expect(parsed).toMatchObject({ elapsedMs: 0, cursor: 0 });
    expect(parsed.policy.algorithm).toBe('power-of-n');
  });

  test('reports everything that is wrong at once, with paths', () => {
    expect(
      placesOf({
        config: { algorithm: 'pulsar', n: 3, seed: 4 },
        snapshot: { model_id: 'm', clusters: [{ cluster_id: 'A' }] },
        request: {
          cache_affinity_key: '\ud800',
          input_tokens: -1,
          priority: 1.5,
          request_slo_ms: '9',
          excluded_cluster_ids: ['A', 3],
          last_cluster_id: 5,
          session_state: 'old',
        },
        elapsed_ms: -1,
        cursor: 0.5,
      }),
    ).toEqual([
      'config.seed wrong_type',
      'config.n not_applicable',
      'snapshot.clusters[0].rtt_ms missing',
      'request.request_id missing',
      'request.cache_affinity_key invalid_value',
      'request.input_tokens out_of_range',
      'request.priority wrong_type',
      'request.request_slo_ms wrong_type',
      'request.excluded_cluster_ids[1] wrong_type',
      'request.last_cluster_id wrong_type',
      'request.session_state invalid_value',
      'elapsed_ms out_of_range',
      'cursor wrong_type',
    ]);
  });

  test.each([
    [null, ' wrong_type'],
    [[], ' wrong_type'],
    ['text', ' wrong_type'],
    [{ ...sampleCase, snapshot: undefined }, 'snapshot missing'],
    [{ ...sampleCase, request: 5 }, 'request wrong_type'],
    [{ ...sampleCase, request: { request_id: '' } }, 'request.request_id invalid_value'],
    [{ ...sampleCase, config: 'pulsr' }, 'config invalid_value'],
    [{ ...sampleCase, config: [] }, 'config wrong_type'],
    [{ ...sampleCase, elapsed_ms: 'soon' }, 'elapsed_ms wrong_type'],
    [{ ...sampleCase, cursor: 2 ** 53 }, 'cursor out_of_range'],
    [{ ...sampleCase, lb_config: {} }, 'lb_config not_applicable'],
    [{ ...sampleCase, routing_method: 'random' }, 'routing_method not_applicable'],
    [{ ...sampleCase, config: null, routing_method: 5 }, 'routing_method wrong_type'],
    [{ ...sampleCase, config: null, lb_config: { x: 1 } }, 'lb_config.x unknown_field'],
    [
      { ...sampleCase, request: { request_id: 'r', priority: 2 ** 32 } },
      'request.priority out_of_range',
    ],
  ])('refuses %j', (json, place) => {
    expect(placesOf(json)).toEqual([place]);
  });

  test('names such as __proto__ are ordinary names', () => {
    const text =
      '{"config":{"algorithm":"random","__proto__":1},"__proto__":{"request":1},"constructor":2}';
    const parsed = parseCaseText(text, createView);
    expect(E.isLeft(parsed) && parsed.left.map(({ path }) => path)).toEqual([
      'snapshot',
      'request',
      'config.__proto__',
    ]);
  });

  test('says what is wrong with text that is no JSON', () => {
    const parsed = parseCaseText('{', createView);
    expect(parsed).toMatchObject({ left: [{ code: 'invalid_json', path: '' }] });
  });
});

describe('the method of a case', () => {
  const lbConfig = {
    default: 'random',
    models: { m: { algorithm: 'pulsar', seed: 's' } },
    request_algorithms: { 'wait-and-widen': { algorithm: 'wait-and-widen', n: 5 } },
  };
  const algorithmOf = (members: object): string => {
    const { policy } = read({ ...sampleCase, config: null, ...members });
    return `${policy.algorithm} n=${String(policy.n)} seed=${policy.seed}`;
  };

  test('is the entry of the model in the lb-config', () => {
    expect(algorithmOf({ lb_config: lbConfig })).toBe('pulsar n=2 seed=s');
  });

  test('is what the routing method selects and tunes', () => {
    const members = { lb_config: lbConfig, routing_method: ' Wait_And_Widen; seed=q ' };
    expect(algorithmOf(members)).toBe('wait-and-widen n=5 seed=q');
  });

  test('without a configuration any algorithm may be selected', () => {
    expect(algorithmOf({})).toMatch(/^power-of-n /);
    expect(algorithmOf({ routing_method: 'pulsar;seed=q' })).toBe('pulsar n=2 seed=q');
  });

  test.each([
    ['', 'malformed_expression'],
    ['pulsar;', 'malformed_expression'],
    ['pulsr', 'unknown_method'],
    ['round-robin', 'unavailable'],
    ['pulsar;seeds=q', 'unknown_parameter'],
    ['pulsar;n=3', 'not_applicable'],
    ['wait-and-widen;n=x', 'invalid_value'],
    ['wait-and-widen;n=0', 'inert_value'],
  ])('a routing method %j is refused as %s', (text, code) => {
    const json = { ...sampleCase, config: null, lb_config: lbConfig, routing_method: text };
    const [fault, ...others] = faultsOf(json);
    expect(others).toEqual([]);
    expect(fault).toEqual({ code, path: 'routing_method', message: expect.any(String) as string });
    expect(encodeCaseFaults([fault!])).toEqual({ error: fault });
  });
});

describe('the encoder of a case', () => {
  test.each([
    sampleCase,
    { ...sampleCase, config: { algorithm: 'round-robin' }, cursor: 5, elapsed_ms: 1.5 },
    { ...sampleCase, config: undefined, lb_config: { default: 'random' }, routing_method: 'x' },
    { ...sampleCase, config: undefined },
    {
      ...sampleCase,
      request: {
        request_id: 'r',
        cache_affinity_key: 'k',
        input_tokens: 1,
        priority: 2,
        request_slo_ms: 3,
        excluded_cluster_ids: ['A'],
        last_cluster_id: 'B',
        session_state: 'stale',
      },
    },
  ])('writes what the decoder reads back equal', (json) => {
    const line = decodeWith(caseLineCodec, json);
    if (E.isLeft(line)) throw new Error(JSON.stringify(line.left));
    const written: unknown = JSON.parse(JSON.stringify(encodeCaseLine(line.right)));
    expect(decodeWith(caseLineCodec, written)).toEqual(line);
  });
});

describe('the result of a case', () => {
  test('of many faults tells the first ones and how many more there are', () => {
    const clusters = Array.from({ length: 20 }, () => ({ cluster_id: 'A', rtt_ms: 'far' }));
    const faults = faultsOf({ ...sampleCase, snapshot: { model_id: 'm', clusters } });
    const { error } = encodeCaseFaults(faults) as { error: CaseFault };
    expect(error).toMatchObject({ code: 'wrong_type', path: 'snapshot.clusters[0].rtt_ms' });
    expect(error.message).toMatch(/; and 31 more$/);
  });

  test('has no order where the algorithm has none', () => {
    expect(decideCase(read({ ...sampleCase, config: 'wait-and-widen' }))).not.toHaveProperty(
      'order',
    );
    expect(decideCase(read({ ...sampleCase, config: 'random' }))).not.toHaveProperty('order');
  });
});

const SEEDS = [20_260_101, Date.now() % 0x7fff_ffff];

/** The sample case with one of its members, at any depth, replaced by any JSON. */
const disturbedCase = fc
  .tuple(
    fc.constantFrom<readonly string[]>(
      ['config'],
      ['config', 'algorithm'],
      ['config', 'cache_affinity_wait_ms'],
      ['snapshot'],
      ['snapshot', 'clusters'],
      ['snapshot', 'clusters', '0'],
      ['snapshot', 'clusters', '0', 'stats', 'queue_time_estimate_ms_by_priority'],
      ['snapshot', 'clusters', '0', 'rtt_ms'],
      ['request'],
      ['request', 'excluded_cluster_ids'],
      ['request', 'last_cluster_id'],
      ['request', 'request_slo_ms'],
      ['elapsed_ms'],
      ['cursor'],
      ['lb_config'],
      ['routing_method'],
    ),
    fc.oneof(fc.jsonValue(), fc.double(), fc.string({ unit: 'binary' })),
  )
  .map(([path, value]) => {
    const json = structuredClone(sampleCase) as Record<string, unknown>;
    let owner = json;
    for (const name of path.slice(0, -1)) owner = owner[name] as Record<string, unknown>;
    owner[path.at(-1)!] = value;
    return JSON.stringify(json);
  });

describe('any text', () => {
  test.each(SEEDS)('gives one line of JSON, a decision or an error (seed %i)', (seed) => {
    fc.assert(
      fc.property(fc.oneof(disturbedCase, fc.json(), fc.string()), (text) => {
        const parsed = parseCaseText(text, createView);
        const result = E.isLeft(parsed) ? encodeCaseFaults(parsed.left) : decideCase(parsed.right);
        const line = JSON.stringify(result);
        expect(line).not.toContain('\n');
        expect(Object.keys(JSON.parse(line) as object)[0]).toMatch(/^(kind|error)$/);
        expect(line).not.toContain('null,"until_ms"');
      }),
      { seed, numRuns: effort(3000) },
    );
  });
});
