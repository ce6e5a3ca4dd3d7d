import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEEDS } from '../support/check-law.js';
import { effort } from '../support/effort.js';
import { encodeAlgorithmConfig } from '../../src/core/config/algorithm-codec.js';
import { encodeLbConfig } from '../../src/core/config/config-codec.js';
import { parseAlgorithmConfig } from '../../src/core/config/algorithm-codec.js';
import { resolveAlgorithm } from '../../src/core/config/config.js';
import { parseLbConfig } from '../../src/core/config/config-codec.js';
import type { Fault } from '../../src/core/codec/fault.js';
import { ALGORITHMS, FIELDS, FIELD_KEYS, type FieldSpec } from '../../src/core/config/fields.js';
import { encodeSnapshot, parseSnapshot } from '../../src/core/snapshot/snapshot-codec.js';

const hostileText = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '01', '4294967296'),
  fc.constantFrom('\ud800', 'a\udc00', '\u0000', '\u001b[2J', '\r\n', '\u2028', '\u202e', '"\\"'),
  fc.constantFrom('x'.repeat(5_000), '\u{1F600}'.repeat(100)),
  fc.string({ unit: 'binary' }),
  fc.string(),
);

const hostileLeaf = fc.oneof(
  hostileText,
  fc.constantFrom(null, undefined, true, false, -0, -1, 1.5, 2 ** 53, 1e308, Number.MIN_VALUE),
  fc.constantFrom(Number.NaN, Infinity, -Infinity, 10n, Symbol('s'), () => 1),
  fc.double(),
  fc.nat(),
);

const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { maxDepth: 3 },
    hostileLeaf,
    fc.array(tie('anything'), { maxLength: 4 }),
    fc.dictionary(hostileText, tie('anything'), { maxKeys: 4, noNullPrototype: false }),
  ),
}));

const RATES = ['last_mean_input_tps', 'max_input_tps', 'output_tps', 'max_output_tps'];
const COUNTS = [
  'queue_size',
  'queued_input_size',
  'num_running_queries',
  'max_engine_concurrency',
  'total_query_input_size',
  'kv_cache_capacity_tokens',
  'kv_cache_used_tokens',
  'kv_cache_free_tokens',
];
const DELAYS = 'queue_time_estimate_ms_by_priority';

/** A few hostile values among mostly good ones. */
const mostly = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: anything });

const record = (members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc.record(members, { requiredKeys: [], noNullPrototype: true });

const goodNumber = fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e15, noNaN: true }));
const goodId = fc.string({ minLength: 1 });
const priorityMap = fc.dictionary(fc.nat({ max: 0xffff_ffff }).map(String), goodNumber, {
  noNullPrototype: true,
});

/** Snapshots whose every part comes from `part`, which may spoil it. */
const snapshots = (part: (good: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>) => {
  const numbers = [...RATES, ...COUNTS].map((name) => [name, part(goodNumber)] as const);
  const stats = record({ ...Object.fromEntries(numbers), [DELAYS]: part(priorityMap) });
  const cluster = fc.record(
    { cluster_id: part(goodId), rtt_ms: part(goodNumber), stats: part(stats) },
    { requiredKeys: ['cluster_id', 'rtt_ms'], noNullPrototype: true },
  );
  const clusters = fc.uniqueArray(part(cluster), {
    maxLength: 6,
    selector: (each) => (each as { cluster_id?: unknown } | undefined)?.cluster_id ?? each,
  });
  return fc.record(
    { model_id: part(goodId), routing_key: part(fc.string()), clusters: part(clusters) },
    { requiredKeys: ['model_id', 'clusters'], noNullPrototype: true },
  );
};

const goodSnapshots = snapshots((good) => good);
const mixedSnapshots = snapshots(mostly);

/** The rules once more, as plainly as can be; the codec must agree. */
const isGoodSnapshot = (json: unknown): boolean => {
  if (!isObject(json) || !isId(json['model_id'])) return false;
  const scope = json['routing_key'] ?? '';
  const clusters = json['clusters'];
  if (typeof scope !== 'string' || !isUtf8(scope) || !Array.isArray(clusters)) return false;
  if (!clusters.every(isGoodCluster)) return false;
  const ids = clusters.map((cluster: { cluster_id: string }) => cluster.cluster_id);
  return new Set(ids).size === ids.length;
};

const isGoodCluster = (json: unknown): boolean =>
  isObject(json) &&
  isId(json['cluster_id']) &&
  isIn(json['rtt_ms'], Number.MAX_VALUE) &&
  isGoodStats(json['stats'] ?? {});

const isGoodStats = (json: unknown): boolean =>
  isObject(json) &&
  RATES.every((name) => isIn(json[name] ?? 0, Number.MAX_VALUE)) &&
  COUNTS.every((name) => isIn(json[name] ?? 0, Number.MAX_SAFE_INTEGER)) &&
  isGoodPriorityMap(json[DELAYS] ?? {});

const isGoodPriorityMap = (json: unknown): boolean =>
  isObject(json) &&
  Object.entries(json).every(
    ([key, value]) =>
      String(Number(key) >>> 0) === key && isIn(value ?? 0, Number.MAX_SAFE_INTEGER),
  );

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

const isUtf8 = (text: string): boolean =>
  [...text].every((character) => !/^[\ud800-\udfff]$/.test(character));

const isId = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && isUtf8(value);

const isIn = (value: unknown, max: number): boolean =>
  typeof value === 'number' && value >= 0 && value <= max;

const expectReadable = (faults: readonly Fault[]): void => {
  expect(faults.length).toBeGreaterThan(0);
  for (const fault of faults) {
    expect(fault.given.length).toBeLessThanOrEqual(64);
    expect(fault.message).toContain(fault.expected);
    expect(fault.message).toContain(fault.path);
    expect(fault.message).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u202e]/u);
    expect(fault.message.length).toBeLessThan(1_000);
  }
};

const deepFreeze = <A>(value: A): A => {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) deepFreeze(member);
    Object.freeze(value);
  }
  return value;
};

const fieldValue = (field: FieldSpec): fc.Arbitrary<unknown> => {
  switch (field.kind) {
    case 'boolean':
      return fc.boolean();
    case 'string':
      return fc.string({ unit: 'grapheme' });
    case 'name':
      return fc.constantFrom(...(field.names ?? []));
    case 'unsigned':
      return fc.maxSafeNat().map((value) => Math.min(value, field.max ?? value) || 1);
    case 'number':
      return fc.double({ min: field.min ?? -1e300, max: field.max ?? 1e300, noNaN: true });
  }
};

const algorithmObject = fc.constantFrom(...ALGORITHMS).chain((algorithm) => {
  const fields: FieldSpec[] = FIELD_KEYS.map((key) => FIELDS[key]);
  const own = fields.filter((field) => field.algorithms.includes(algorithm));
  return record(Object.fromEntries(own.map((field) => [field.name, fieldValue(field)]))).map(
    (set) => ({ algorithm, ...set }),
  );
});

const requestAlgorithms = fc
  .uniqueArray(algorithmObject, { selector: (each) => each.algorithm })
  .map((all) => Object.fromEntries(all.map((each) => [each.algorithm, each])));

const lbConfigs = fc.record(
  {
    default: fc.constantFrom(...ALGORITHMS),
    request_algorithms: requestAlgorithms,
    models: fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor')),
      fc
        .tuple(algorithmObject, requestAlgorithms)
        .map(([own, nested]) => ({ ...own, request_algorithms: nested })),
      { noNullPrototype: true },
    ),
  },
  { requiredKeys: [] },
);

const WIRE_NAMES = [
  ...FIELD_KEYS.map((key) => FIELDS[key].name),
  'algorithm',
  'request_algorithms',
  'models',
  'default',
];

const mixedConfig = fc.dictionary(
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...WIRE_NAMES) }, hostileText),
  mostly(fc.oneof(fc.constantFrom(...ALGORITHMS), fc.nat(), fc.boolean(), algorithmObject)),
  { maxKeys: 6, noNullPrototype: true },
);

const decodable = fc.oneof(anything, mixedConfig, mixedSnapshots, lbConfigs);

describe.each(SEEDS)('with seed %i', (seed) => {
  const check = <A>(
    arbitrary: fc.Arbitrary<A>,
    law: (value: A) => void,
    numRuns = effort(2_000),
  ): void => {
    fc.assert(fc.property(arbitrary, law), { seed, numRuns });
  };

  test('whatever comes in, a value or readable faults come out', () => {
    check(decodable, (json) => {
      for (const parse of [parseSnapshot, parseAlgorithmConfig, parseLbConfig]) {
        const result: E.Either<readonly Fault[], unknown> = parse(json);
        if (E.isLeft(result)) expectReadable(result.left);
      }
    });
  });

  test('a snapshot is refused exactly when the plain rules find it bad', () => {
    check(mixedSnapshots, (json) => {
      expect(E.isRight(parseSnapshot(json))).toBe(isGoodSnapshot(json));
    });
  });

  test('a good snapshot is read from frozen input, comes out frozen, and reads back equal', () => {
    check(goodSnapshots, (json) => {
      const parsed = parseSnapshot(deepFreeze(json));
      if (E.isLeft(parsed)) throw new Error(JSON.stringify(parsed.left));
      const text = JSON.stringify(encodeSnapshot(parsed.right));
      expect(parseSnapshot(JSON.parse(text))).toEqual(parsed);
      for (const cluster of parsed.right.clusters) {
        expect(Object.isFrozen(cluster) && Object.isFrozen(cluster.stats)).toBe(true);
      }
    });
  });

  test('an algorithm object of applicable fields loads, and reads back equal', () => {
    check(algorithmObject, (json) => {
      const parsed = parseAlgorithmConfig(deepFreeze(json));
      if (E.isLeft(parsed)) throw new Error(JSON.stringify(parsed.left));
      const text = JSON.stringify(encodeAlgorithmConfig(parsed.right.config));
      expect(parseAlgorithmConfig(JSON.parse(text))).toEqual(parsed);
    });
  });

  test('one spoiled field gives one fault, at that field', () => {
    const spoiled = fc.tuple(algorithmObject, fc.constantFrom(...FIELD_KEYS), fc.bigInt());
    check(spoiled, ([json, key, value]) => {
      const { name } = FIELDS[key];
      const parsed = parseAlgorithmConfig({ ...json, [name]: value }, 'config');
      expect(E.isLeft(parsed) && parsed.left.map((fault) => fault.path)).toEqual([
        `config.${name}`,
      ]);
    });
  });

  test('an lb-config reads back equal, and serves every model it lists', () => {
    const runs = effort(500);
    check(
      lbConfigs,
      (json) => {
        const parsed = parseLbConfig(deepFreeze(json));
        if (E.isLeft(parsed)) throw new Error(JSON.stringify(parsed.left));
        const { config } = parsed.right;
        expect(parseLbConfig(JSON.parse(JSON.stringify(encodeLbConfig(config))))).toEqual(parsed);
        for (const [modelId, entry] of config.models) {
          const { configured } = entry;
          expect(resolveAlgorithm(config, modelId)).toBe(configured);
          expect(resolveAlgorithm(config, modelId, configured.algorithm)).toBe(configured);
        }
      },
      runs,
    );
  });
});
