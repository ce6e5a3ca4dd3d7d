/**
 * The one-line forms in which a model's owner writes its routing method on a command line.
 *
 * Commas separate fields, so `routingMethod=` runs to the next comma; its "=" and ";" belong to
 * the value. Format only, as in JSON.
 */
import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { describeGiven, shortened } from '../core/codec/fault.js';
import { innerRange } from './grammar.js';
import { createEntry, updateEntry } from './model-codec.js';
import type { FormProblem } from './model-rule.js';
import { modelFormFault, problemOf, unknownField } from './model-fault.js';
import type { FormError, ModelFormFault } from './model-fault.js';
import type { ModelCreate, ModelUpdate } from './model-entry.js';

/**
 * Reads the line that creates a model: `name`, `uris` and, optionally, the rest.
 *
 * Fails with every fault, each naming the field, the position in the line, and the rule.
 *
 * @example
 * parseModelCreate('name=m,uris=/v1/chat/completions|/v1/embeddings,routingMethod=pulsar;seed=a')
 */
export const parseModelCreate = (text: string): Either<readonly ModelFormFault[], ModelCreate> => {
  const line = readLine(text);
  const { name, ...llmConfig } = line.values;
  const entry = createEntry.decode({ name, llmConfig });
  if (isLeft(entry) || line.faults.length > 0) return left(allFaults(line, entry));
  return right({ name: entry.right.name, ...entry.right.llmConfig });
};

/**
 * Reads the line that changes a model: `name` and at least one field besides.
 *
 * Fails as `parseModelCreate` does.
 *
 * @example
 * parseModelUpdate('name=m,routingMethod=pulsar;seed=b')
 */
export const parseModelUpdate = (text: string): Either<readonly ModelFormFault[], ModelUpdate> => {
  const line = readLine(text);
  const { name, ...llmConfig } = line.values;
  const entry = updateEntry.decode({ modelName: name, llmConfig });
  if (isLeft(entry) || line.faults.length > 0) return left(allFaults(line, entry));
  return right({ name: entry.right.modelName, ...entry.right.llmConfig });
};

const FIELD_NAMES = ['name', 'uris', 'routingMethod', 'tokenRateLimit'] as const;

type FieldName = (typeof FIELD_NAMES)[number];

type Line = {
  length: number;
  values: Partial<Record<FieldName, string | readonly string[]>>;
  /** Where the parts of each value start: one part, or one per URI. */
  starts: Map<string, readonly number[]>;
  faults: ModelFormFault[];
};

const readLine = (text: string): Line => {
  const line: Line = { length: text.length, values: {}, starts: new Map(), faults: [] };
  let start = 0;
  for (const item of text.split(',')) {
    readItem(line, item, start);
    start += item.length + 1;
  }
  return line;
};

const readItem = (line: Line, item: string, itemStart: number): void => {
  const { from, end } = innerRange(item);
  const start = itemStart + from;
  const equals = item.indexOf('=', from);
  if (equals < 0) {
    line.faults.push(modelFormFault('', start, noField(item.slice(from, end))));
    return;
  }
  const key = item.slice(from, equals);
  const field = FIELD_NAMES.find((name) => name === key);
  if (field === undefined) {
    line.faults.push(modelFormFault(shortened(key), start, UNKNOWN_FIELD));
  } else if (line.starts.has(field)) {
    line.faults.push(modelFormFault(field, start, GIVEN_TWICE));
  } else {
    readValue(line, field, item.slice(equals + 1, end), itemStart + equals + 1);
  }
};

const readValue = (line: Line, field: FieldName, value: string, start: number): void => {
  const parts = field === 'uris' ? value.split('|') : [value];
  const starts: number[] = [];
  let partStart = start;
  for (const part of parts) {
    starts.push(partStart);
    partStart += part.length + 1;
  }
  line.starts.set(field, starts);
  line.values[field] = field === 'uris' ? parts : value;
};

const noField = (item: string): FormProblem => ({
  position: 0,
  code: item === '' ? 'missing_item' : 'missing_equals',
  expected: 'a field such as name=value (commas separate fields)',
  found: item === '' ? 'there is nothing' : `found ${describeGiven(item)}`,
});

const UNKNOWN_FIELD = unknownField(`one of ${FIELD_NAMES.join(', ')}`);

const GIVEN_TWICE: FormProblem = {
  position: 0,
  code: 'duplicate_field',
  expected: 'every field once',
  found: 'it is given twice',
};

/** Faults of the line and of its values, from left to right. */
const allFaults = (line: Line, entry: t.Validation<unknown>): readonly ModelFormFault[] => {
  const decoding = isLeft(entry) ? entry.left.map((error) => valueFault(line, error)) : [];
  return [...line.faults, ...decoding].sort((a, b) => a.position - b.position);
};

/** Translates the place in the decoded shape to the field of the line. */
const valueFault = (line: Line, error: FormError): ModelFormFault => {
  const keys = error.context.slice(1).map((entry) => entry.key);
  const [key = '', index] = keys[0] === 'llmConfig' ? keys.slice(1) : keys;
  const field = key === 'modelName' ? 'name' : key;
  const start = line.starts.get(field)?.[Number(index ?? 0)] ?? line.length;
  return modelFormFault(
    index === undefined ? field : `${field}[${index}]`,
    start,
    problemOf(error),
  );
};
