import * as E from 'fp-ts/lib/Either.js';
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import { CaseStream, decideCase, encodeDecision } from '../../../../src/adapters/cases/index.js';
import { createView } from '../../../../src/adapters/platform/node.js';
import { configOf } from '../../../../src/core/config/policy.js';
import { RecordEncoder } from '../../../../src/adapters/records/encode-record.js';
import { SnapshotTexts } from '../../../../src/adapters/records/snapshot-texts.js';
import { encodeAlgorithmConfig } from '../../../../src/core/config/algorithm-codec.js';
import { parseAlgorithmConfig } from '../../../../src/core/config/algorithm-codec.js';
import { ALGORITHMS } from '../../../../src/core/config/fields.js';
import { compilePolicy } from '../../../../src/core/config/policy.js';
import { reserve } from '../../../../src/core/view/reserve.js';
import type { Snapshot } from '../../../../src/core/snapshot/snapshot.js';
import type { View } from '../../../../src/core/view/view.js';
import { affinityOrder, decide } from '../../../../src/decide.js';
import { clusterOf } from '../../../support/default-stats.js';
import { freshView } from '../../../support/run-case.js';
import { checkLaw } from '../../../support/check-law.js';
import {
  configOf as anyConfigOf,
  routingCases,
} from '../../../property/arbitraries/engine-case.js';
import fc from 'fast-check';

const POLICY = compilePolicy({ algorithm: 'random' });
const REQUEST = { requestId: 'r' };

const encodeOn = (encoder: RecordEncoder, view: View, number: number): string => {
  const decision = decide(POLICY, view, REQUEST, 0);
  const made = { policy: POLICY, view, request: REQUEST, elapsedMs: 0, cursor: 0, decision };
  return encoder.encode({ ...made, order: undefined, atMs: 0 }, number)!;
};

const snapshotOf = (modelId: string, clusterCount: number): Snapshot => ({
  target: { modelId },
  clusters: Array.from({ length: clusterCount }, (_, i) => clusterOf(`cluster-${String(i)}`)),
});

/** Reads lines as they come; says how many of them refer to others. */
const readAll = (lines: Iterable<string>): number => {
  const stream = new CaseStream(createView);
  let number = 0;
  let referenceCount = 0;
  for (const text of lines) {
    const json = JSON.parse(text) as Record<string, unknown>;
    if ('snapshot_ref' in json) referenceCount++;
    const compiled = E.flatMap(stream.compile.bind(stream))(stream.read(++number, json));
    if (E.isLeft(compiled)) throw new Error(compiled.left[0]!.message);
    expect(decideCase(compiled.right)).toEqual(json['decision']);
  }
  return referenceCount;
};

describe('the configuration of a policy', () => {
  test('compiles to the policy again, also through JSON', () => {
    const configs = fc.oneof(...ALGORITHMS.map(anyConfigOf));
    checkLaw(configs, 500, (config) => {
      const policy = compilePolicy(config);
      const json: unknown = JSON.parse(JSON.stringify(encodeAlgorithmConfig(configOf(policy))));
      const read = parseAlgorithmConfig(json);
      if (E.isLeft(read)) throw new Error(read.left[0]!.message);
      expect(compilePolicy(read.right.config)).toEqual(policy);
    });
  });
});

describe('a record', () => {
  test('of any decision is decided as it was', () => {
    checkLaw(routingCases(), 500, ({ config, snapshot, request, elapsedMs, cursor }) => {
      const policy = compilePolicy(config);
      const view = reserve(freshView(snapshot), { clusterId: 'A', inputTokens: 70, priority: 5 });
      const decision = decide(policy, view, request, elapsedMs, cursor);
      const order = affinityOrder(policy, view, request);
      const made = { policy, view, request, elapsedMs, cursor, decision, order, atMs: 0 };
      const text = new RecordEncoder(new SnapshotTexts()).encode(made, 1)!;
      expect(text).not.toContain('\n');
      readAll([text]);
      const printed = JSON.stringify(encodeDecision(decision, order));
      expect(text.endsWith(`,"decision":${printed}}`)).toBe(true);
    });
  });

  test('never refers to a snapshot that readers have dropped', () => {
    const random = seedrandom.tychei('five thousand targets');
    const encoder = new RecordEncoder(new SnapshotTexts());
    const views = Array.from({ length: 5000 }, (_, i) => freshView(snapshotOf(String(i), 1)));
    const chosen = Array.from(
      { length: 12_000 },
      () => views[Math.floor(random() * views.length)]!,
    );
    const referenceCount = readAll(chosen.map((view, i) => encodeOn(encoder, view, i + 1)));
    expect(referenceCount).toBeGreaterThan(3000);
    // Some had to be written twice.
    expect(referenceCount).toBeLessThan(chosen.length - new Set(chosen).size);
  });

  test('refers to as few of the snapshots as have room together', () => {
    const encoder = new RecordEncoder(new SnapshotTexts());
    const [a, b, c] = ['a', 'b', 'c'].map((id) => freshView(snapshotOf(id, 30_000)));
    const turns = [a, a, b, a, b, c, b, c, a, a];
    const lines = turns.map((view, i) => encodeOn(encoder, view!, i + 1));
    expect(lines.map((line) => line.includes('"snapshot_ref"'))).toEqual(
      [0, 1, 0, 1, 1, 0, 1, 1, 0, 1].map(Boolean),
    );
    expect(readAll(lines)).toBe(6);
  });
});
