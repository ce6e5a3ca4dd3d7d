import fc from 'fast-check';
import type { LbConfig } from '../../../src/core/config/config.js';
import { ALGORITHMS, FIELDS, FIELD_KEYS } from '../../../src/core/config/fields.js';
import type {
  AlgorithmConfig,
  AlgorithmName,
  FieldKey,
  FieldSpec,
} from '../../../src/core/config/fields.js';

export type Settings = Partial<Record<FieldKey, unknown>>;

const scalarText = fc
  .string({ unit: fc.constantFrom(...' aZ09%"\\_-.:/'), minLength: 1, maxLength: 12 })
  .filter((text) => text.trim() === text);

const unsigned = (field: FieldSpec, min: number) => {
  const { max = Number.MAX_SAFE_INTEGER } = field;
  return fc.oneof(fc.integer({ min, max: Math.min(max, min + 3) }), fc.integer({ min, max }));
};

const double = (min = -Number.MAX_VALUE, max = Number.MAX_VALUE) =>
  fc.oneof(
    fc.double({ min, max, noNaN: true }),
    fc.integer({ min: 0, max: 40 }).map((n) => Math.max(min, Math.min(max, n / 40))),
  );

/** What an operator may configure for a field. */
export const operatorValue = (field: FieldSpec): fc.Arbitrary<unknown> => {
  switch (field.kind) {
    case 'boolean':
      return fc.boolean();
    case 'name':
      return fc.constantFrom(...field.names!);
    case 'string':
      return fc.oneof(scalarText, fc.constant(''));
    case 'unsigned':
      return unsigned(field, field.min ?? 0);
    case 'number':
      return double(field.min, field.max);
  }
};

/** What an expression may set, as far as it has an effect; undefined when it may not at all. */
const callerValue = (
  field: FieldSpec,
  algorithm: AlgorithmName,
): fc.Arbitrary<unknown> | undefined => {
  if (field.inertFor?.includes(algorithm)) return undefined;
  if (field.kind === 'string') return scalarText;
  if (field.kind === 'unsigned') {
    const min = field.zeroMeans?.[algorithm] === 1 ? 1 : (field.min ?? 0);
    const max = field.expressionMax ?? field.max;
    return unsigned(max === undefined ? field : { ...field, max }, min);
  }
  if (field.name === 'max_input_work_seconds') return double(Number.MIN_VALUE);
  return operatorValue(field);
};

export const settings = (
  algorithm: AlgorithmName,
  valueOf: (field: FieldSpec) => fc.Arbitrary<unknown> | undefined,
): fc.Arbitrary<Settings> => {
  const entries = FIELD_KEYS.filter((key) =>
    (FIELDS[key] as FieldSpec).algorithms.includes(algorithm),
  ).flatMap((key) => {
    const value = valueOf(FIELDS[key]);
    return value === undefined ? [] : [[key, value] as const];
  });
  return fc.record(Object.fromEntries(entries), { requiredKeys: [] }) as fc.Arbitrary<Settings>;
};

export const algorithmName = fc.constantFrom(...ALGORITHMS);

export const asConfig = (algorithm: AlgorithmName, values: Settings): AlgorithmConfig =>
  ({ algorithm, ...values }) as AlgorithmConfig;

export const operatorConfig = algorithmName.chain((algorithm) =>
  settings(algorithm, operatorValue).map((values) => asConfig(algorithm, values)),
);

export const callerSettings = (algorithm: AlgorithmName) =>
  settings(algorithm, (field) => callerValue(field, algorithm));

export const callerConfig = algorithmName.chain((algorithm) =>
  callerSettings(algorithm).map((values) => asConfig(algorithm, values)),
);

export const lbConfigOf = (configured: AlgorithmConfig): LbConfig => ({
  default: 'power-of-n',
  requestAlgorithms: new Map(),
  models: new Map([['model-a', { configured, requestAlgorithms: new Map() }]]),
});
