import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ALGORITHMS, FIELDS, FIELD_KEYS } from '../../../../src/core/config/fields.js';
import type { AlgorithmName, FieldSpec } from '../../../../src/core/config/fields.js';
import { createEngine } from '../../../../src/adapters/runtime/index.js';
import type { RouteDecision, RouteRequest } from '../../../../src/adapters/runtime/index.js';
import { readConfig } from '../../expression/outcome.js';
import { FIELD_PAIRS, type FieldPair } from './field-pairs.js';
import { HOME_KEY, snapshotOf, TARGET } from './small-fleet.js';

/** What loads and has no effect, as docs/load-balancer-configuration.md lists it. */
const INERT: readonly string[] = ['cache_affinity_virtual_nodes of pulsar-wait-and-widen'];

const nameOf = (field: FieldSpec, algorithm: AlgorithmName) => `${field.name} of ${algorithm}`;

const requestOf = ({ request }: FieldPair): RouteRequest => ({
  target: TARGET,
  requestId: 'r1',
  cacheAffinityKey: HOME_KEY,
  ...request,
});

const parametersOf = ({ key, beside }: FieldPair, value: string): readonly string[] => [
  ...(beside === undefined ? [] : beside.split(';')),
  `${FIELDS[key].name}=${value}`,
];

const byExpression = (pair: FieldPair, algorithm: AlgorithmName, value: string) => {
  const engine = createEngine();
  engine.publish(snapshotOf(pair.clusters));
  const routingMethod = [algorithm, ...parametersOf(pair, value)].join(';');
  return engine.decide({ ...requestOf(pair), routingMethod }, { elapsedMs: 0 });
};

const byConfiguration = (pair: FieldPair, algorithm: AlgorithmName, value: string) => {
  const fields = parametersOf(pair, value).map((parameter) => {
    const [name, text] = parameter.split('=');
    return [name, jsonOf(text!)] as const;
  });
  const entry = { algorithm, ...Object.fromEntries(fields) };
  const engine = createEngine({ config: readConfig({ models: { 'model-a': entry } }) });
  engine.publish(snapshotOf(pair.clusters));
  return engine.decide(requestOf(pair), { elapsedMs: 0 });
};

const jsonOf = (text: string): unknown =>
  /^(true|false|[\d.]+)$/.test(text) ? JSON.parse(text) : text;

/** Where the request goes, or why and until when it does not; nothing of how it came about. */
const outcomeOf = (decision: RouteDecision): string => {
  switch (decision.kind) {
    case 'selected':
      return `to ${decision.clusterId}`;
    case 'wait':
      return `wait until ${String(decision.untilMs)}`;
    case 'unavailable':
      return decision.reason;
    case 'rejected':
      return decision.code;
  }
};

test('every field that an algorithm accepts has a pair of cases, or is documented as inert', () => {
  const paired = FIELD_PAIRS.flatMap((pair) =>
    pair.algorithms.map((algorithm) => nameOf(FIELDS[pair.key], algorithm)),
  );
  const accepted = FIELD_KEYS.flatMap((key) => {
    const field: FieldSpec = FIELDS[key];
    return field.algorithms.map((algorithm) => nameOf(field, algorithm));
  });
  expect([...paired, ...INERT].sort()).toEqual([...accepted].sort());
});

describe.each(FIELD_PAIRS)('$key', (pair) => {
  test.each(pair.algorithms)('of %s decides where a request goes', (algorithm) => {
    const outcomes = pair.values.map((value) => outcomeOf(byExpression(pair, algorithm, value)));
    expect(new Set(outcomes).size, outcomes.join(', ')).toBe(pair.values.length);
  });

  test.each(pair.algorithms)('of %s does in an expression what it does configured', (algorithm) => {
    for (const value of pair.values) {
      expect(byExpression(pair, algorithm, value)).toEqual(byConfiguration(pair, algorithm, value));
    }
  });
});

describe('an inert field', () => {
  const docs = readFileSync('docs/load-balancer-configuration.md', 'utf8');

  test.each(INERT)('%s is documented, and refused in an expression', (inert) => {
    const [name, algorithm] = inert.split(' of ');
    expect(docs).toMatch(new RegExp(`^\\| \`${name!}\` .*${algorithm!} \\(no effect\\)`, 'm'));
    const engine = createEngine();
    const routingMethod = `${algorithm!};${name!}=7`;
    expect(
      engine.decide({ target: TARGET, requestId: 'r1', routingMethod }, { elapsedMs: 0 }),
    ).toMatchObject({ kind: 'rejected', code: 'not_applicable' });
  });

  test('is marked as one in the field table', () => {
    const marked = FIELD_KEYS.flatMap((key) => {
      const field: FieldSpec = FIELDS[key];
      return ALGORITHMS.filter((name) => field.inertFor?.includes(name)).map((name) =>
        nameOf(field, name),
      );
    });
    expect(marked).toEqual(INERT);
  });
});
