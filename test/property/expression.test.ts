import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEEDS } from '../support/check-law.js';
import { effort } from '../support/effort.js';
import { DEFAULT_LB_CONFIG } from '../../src/core/config/config.js';
import { FIELD_KEYS } from '../../src/core/config/fields.js';
import type { AlgorithmConfig, FieldSpec } from '../../src/core/config/fields.js';
import { compilePolicy } from '../../src/core/config/policy.js';
import {
  canonicalExpression,
  checkFormat,
  parseModelCreate,
  parseModelFormJson,
  parseModelUpdate,
  policyIdentity,
  renderRejection,
  resolveCanonical,
  resolveExpression,
} from '../../src/expression/index.js';
import {
  algorithmName,
  asConfig,
  callerConfig,
  callerSettings,
  lbConfigOf,
  operatorConfig,
  operatorValue,
  settings,
} from './arbitraries/any-config.js';
import { fitsInHeader, write } from './arbitraries/any-spelling.js';
import { hostileText, matchesGrammar } from './arbitraries/hostile-text.js';
import { accepted, resolved, settingsOf } from '../unit/expression/outcome.js';

/** `RUNS=1000000` for a very long run of the hostile texts. */
const RUNS = Number(process.env['RUNS'] ?? effort(20_000));
const LAW_RUNS = effort(3_000);
describe.each(SEEDS)('with seed %i', (seed) => {
  const laws = { seed, numRuns: LAW_RUNS };

  test('no text makes anything throw, and the grammar agrees with its pattern', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const format = checkFormat(text);
        if (E.isRight(format) !== matchesGrammar(text)) throw new Error('the pattern disagrees');
        const outcome = resolveExpression(DEFAULT_LB_CONFIG, 'model-a', text);
        if (E.isRight(outcome)) return;
        const { position } = outcome.left;
        if (!(position >= 0 && position <= text.length)) throw new Error('no such position');
        const lines = renderRejection(text, outcome.left).split('\n');
        if (lines.length !== 3) throw new Error('the message breaks the line');
        if (/[^ -~]/.test(lines[0]!)) throw new Error('an unprintable character is shown');
      }),
      { seed, numRuns: RUNS },
    );
  });

  test('no model form makes anything throw, and well-formed expressions come back', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        parseModelCreate(text);
        parseModelUpdate(text);
        parseModelFormJson(text);
        const json = { modelUpdates: [{ modelName: 'm', llmConfig: { routingMethod: text } }] };
        const kept = E.toUnion(E.map(({ text: own }: { text: string }) => own)(checkFormat(text)));
        for (const form of [
          E.map((read: unknown) => (read as { updates: unknown[] }).updates[0])(
            parseModelFormJson(json),
          ),
          text.includes(',') ? undefined : parseModelUpdate(`name=m,routingMethod=${text}`),
        ]) {
          if (form === undefined) continue;
          expect(E.isRight(form)).toBe(typeof kept === 'string');
          if (E.isRight(form)) expect(form.right).toEqual({ name: 'm', routingMethod: kept });
        }
      }),
      laws,
    );
  });

  test('no shape of JSON makes a model form throw', () => {
    const anything = fc.anything({ withNullPrototype: true, withObjectString: true });
    const json = fc.oneof(
      anything,
      fc.record({ models: fc.array(anything) }),
      fc.record({ models: fc.array(fc.record({ name: anything, llmConfig: anything })) }),
      fc.record({
        modelUpdates: fc.array(fc.record({ modelName: anything, llmConfig: anything })),
      }),
    );
    fc.assert(
      fc.property(json, (form) => {
        const outcome = parseModelFormJson(form);
        if (E.isLeft(outcome)) expect(outcome.left.length).toBeGreaterThan(0);
      }),
      laws,
    );
  });

  test('the canonical expression of any configuration reads back as that configuration', () => {
    fc.assert(
      fc.property(operatorConfig, (config) => {
        const policy = compilePolicy(config);
        const canonical = canonicalExpression(policy);
        fc.pre(fitsInHeader(canonical));
        const read = accepted(resolveCanonical(canonical));
        expect(settingsOf(read.policy)).toEqual(settingsOf(policy));
        expect(read.canonical).toBe(canonical);
        expect(read.identity).toBe(policyIdentity(policy));
      }),
      laws,
    );
  });

  test('what an expression may set reads back as an expression, too', () => {
    fc.assert(
      fc.property(callerConfig, (config) => {
        const policy = compilePolicy(config);
        const canonical = canonicalExpression(policy);
        fc.pre(fitsInHeader(canonical));
        // Of two queue SLO bounds one alone is never written, so nothing is left to warn about.
        const { policy: read } = resolved(canonical, lbConfigOf({ algorithm: config.algorithm }));
        expect(settingsOf(read)).toEqual(settingsOf(policy));
      }),
      laws,
    );
  });

  test('the spelling of an expression never changes its identity', () => {
    fc.assert(
      fc.property(callerConfig, fc.integer(), (config, noise) => {
        const { algorithm, ...values } = config;
        const text = write(algorithm, values, noise);
        fc.pre(fitsInHeader(text));
        const result = resolved(text, lbConfigOf({ algorithm }));
        const policy = compilePolicy(config);
        expect(settingsOf(result.policy)).toEqual(settingsOf(policy));
        expect(result.identity).toBe(policyIdentity(policy));
        expect(result.canonical).toBe(canonicalExpression(policy));
      }),
      laws,
    );
  });

  test('restating the values of the base never changes its identity', () => {
    fc.assert(
      fc.property(callerConfig, fc.integer(), (base, noise) => {
        const { algorithm, ...values } = base;
        const kept = Object.entries(values).filter((_, i) => ((noise >>> i) & 1) === 1);
        const text = write(algorithm, Object.fromEntries(kept), noise);
        fc.pre(fitsInHeader(text));
        const restated = resolved(text, lbConfigOf(base));
        const plain = resolved(algorithm, lbConfigOf(base));
        expect(restated.identity).toBe(plain.identity);
        expect(restated.canonical).toBe(plain.canonical);
      }),
      laws,
    );
  });

  test('parameters win over the base, all else is inherited, and only that decides', () => {
    const overBase = algorithmName.chain((algorithm) =>
      fc.record({
        base: settings(algorithm, operatorValue).map((values) => asConfig(algorithm, values)),
        over: callerSettings(algorithm),
        noise: fc.integer(),
      }),
    );
    fc.assert(
      fc.property(overBase, ({ base, over, noise }) => {
        const text = write(base.algorithm, over, noise);
        fc.pre(fitsInHeader(text));
        const result = resolved(text, lbConfigOf(base));
        const merged = compilePolicy({ ...base, ...over } as AlgorithmConfig);
        expect(settingsOf(result.policy)).toEqual(settingsOf(merged));
      }),
      laws,
    );
  });

  test('two configurations share an identity exactly when all effective values agree', () => {
    const few = (field: FieldSpec): fc.Arbitrary<unknown> =>
      field.kind === 'string'
        ? fc.constantFrom('', 'a', 'b;n=3', 'b%3Bn=3')
        : field.kind === 'unsigned'
          ? fc.integer({ min: field.min ?? 0, max: 2 })
          : field.kind === 'number'
            ? fc.constantFrom(0, 0.25, 1)
            : operatorValue(field);
    const pair = algorithmName.chain((algorithm) =>
      fc.tuple(
        fc.constant(algorithm),
        settings(algorithm, few),
        settings(algorithm, few),
        fc.constantFrom(...FIELD_KEYS),
      ),
    );
    fc.assert(
      fc.property(pair, ([algorithm, values, others, key]) => {
        const one = compilePolicy(asConfig(algorithm, values));
        // Mostly one field apart, so that equal pairs are common.
        for (const other of [{ ...values, [key]: others[key] }, others]) {
          const two = compilePolicy(asConfig(algorithm, other));
          const areEqual = JSON.stringify(settingsOf(one)) === JSON.stringify(settingsOf(two));
          expect(policyIdentity(one) === policyIdentity(two)).toBe(areEqual);
          const areSpelledOut = [one, two].every(({ seed: own }) => !/[;=]/.test(own));
          if (areSpelledOut) {
            expect(canonicalExpression(one) === canonicalExpression(two)).toBe(areEqual);
          }
        }
      }),
      laws,
    );
  });
});
