/**
 * The model file: docs/gateway.md describes it for people.
 *
 * It decides who gets in, so it is read strictly: an unknown field is a fault, because a misspelt
 * key list would leave its model open to all. Faults never show what stood in the place of a key.
 */
import { MAX_PRIORITY } from '../../../core/request.js';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import {
  decodeMember,
  decodeWith,
  errorAt,
  errorHere,
  missingIf,
  objectCodec,
  presentMember,
  settle,
  type JsonObject,
} from '../../../core/codec/codec.js';
import type { Fault, Problem } from '../../../core/codec/fault.js';
import { checkFormat } from '../../../expression/check-format.js';
import type { ListEntry } from './list-directory.js';

/** Reads the JSON of a model file, or says everything that is wrong with it. */
export const parseModelList = (json: unknown): E.Either<readonly Fault[], readonly ListEntry[]> =>
  decodeWith(modelList, json);

/** A codec for one kind of value; `problemOf` says what is wrong with one that is there. */
const valueCodec = <A>(name: string, problemOf: (value: unknown) => Problem | undefined) =>
  new t.Type<A, A, unknown>(
    name,
    (value): value is A => problemOf(value) === undefined,
    (value, context) => {
      const problem = problemOf(value);
      return problem === undefined
        ? t.success(value as A)
        : t.failures([errorHere(context, value, missingIf(value, problem))]);
    },
    t.identity,
  );

const unless = (isRight: boolean, expected: string): Problem | undefined =>
  isRight ? undefined : { code: 'invalid_value', expected };

/** What can be sent in a header without loss: visible ASCII, spaces inside only. */
const isHeaderText = (value: unknown): boolean =>
  typeof value === 'string' && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value);

const modelId = valueCodec<string>('ModelId', (value) =>
  unless(isHeaderText(value), 'visible ASCII text, without outer spaces'),
);

const routingKeyText = valueCodec<string>('RoutingKey', (value) =>
  unless(value === '' || isHeaderText(value), 'visible ASCII text, without outer spaces'),
);

const routingMethodText = valueCodec<string>('RoutingMethod', (value) => {
  if (typeof value !== 'string') return unless(false, 'a routing expression');
  const format = checkFormat(value);
  if (E.isRight(format)) return undefined;
  const { position, expected } = format.left;
  return unless(false, `a routing expression, with ${expected} at position ${String(position)}`);
});

const priorityNumber = valueCodec<number>('Priority', (value) =>
  unless(
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_PRIORITY,
    `a whole number from 0 to ${String(MAX_PRIORITY)}`,
  ),
);

const yesOrNo = valueCodec<boolean>('Boolean', (value) =>
  unless(typeof value === 'boolean', 'true or false'),
);

/** Empty lists are refused: whoever takes the last key away hardly means to open the model to all. */
const keyDigests = new t.Type<readonly Buffer[], readonly string[], unknown>(
  'KeyDigests',
  (value): value is readonly Buffer[] => Array.isArray(value) && value.every(Buffer.isBuffer),
  (value, context) => {
    if (!Array.isArray(value) || value.length === 0) {
      const expected = 'an array of one or more SHA-256 (leave the field out to open the model)';
      return t.failures([errorHere(context, hidden(value), { code: 'invalid_value', expected })]);
    }
    const errors = value.flatMap((item: unknown, index) =>
      isDigest(item) ? [] : [errorAt(context, String(index), hidden(item), NO_DIGEST)],
    );
    return settle(errors, () => value.map((hex: string) => Buffer.from(hex, 'hex')));
  },
  (digests) => digests.map((digest) => digest.toString('hex')),
);

const isDigest = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value);

const NO_DIGEST: Problem = {
  code: 'invalid_value',
  expected: '64 hexadecimal digits, the SHA-256 of an API key',
};

/** A key written where its digest belongs is a secret all the same. */
const hidden = (value: unknown): unknown =>
  typeof value === 'string' ? `(${String(value.length)} characters, not shown)` : value;

const ENTRY_FIELDS: readonly string[] = [
  ...['routing_key', 'model', 'routingMethod', 'priority', 'api_keys_sha256'],
  'forward_authorization',
];

const modelEntry = objectCodec<ListEntry>(
  'ModelEntry',
  (json, context) => {
    const errors: t.Errors = unknownFields(json, ENTRY_FIELDS, context);
    const optional = <A>(name: string, codec: t.Decoder<unknown, A>): A | undefined => {
      const value = presentMember(json, name);
      return value === undefined ? undefined : decodeMember(codec, context, name, value, errors);
    };
    const model = decodeMember(modelId, context, 'model', presentMember(json, 'model'), errors);
    const entry = {
      // An empty routing key is an absent one.
      routingKey: optional('routing_key', routingKeyText) || undefined,
      routingMethod: optional('routingMethod', routingMethodText)?.trim(),
      priority: optional('priority', priorityNumber),
      forwardAuthorization: optional('forward_authorization', yesOrNo) ?? false,
      keyDigests: optional('api_keys_sha256', keyDigests),
    };
    return settle(errors, () => ({ ...entry, model: model! }));
  },
  (entry) => ({
    routing_key: entry.routingKey,
    model: entry.model,
    routingMethod: entry.routingMethod,
    priority: entry.priority,
    forward_authorization: entry.forwardAuthorization,
    api_keys_sha256: entry.keyDigests && keyDigests.encode(entry.keyDigests),
  }),
);

const modelList = objectCodec<readonly ListEntry[]>(
  'ModelList',
  (json, context) => {
    const errors: t.Errors = unknownFields(json, ['models'], context);
    const models = presentMember(json, 'models');
    if (!Array.isArray(models)) {
      const problem = { code: 'wrong_type', expected: 'an array of models' } as const;
      errors.push(errorAt(context, 'models', models, missingIf(models, problem)));
      return t.failures(errors);
    }
    const list = t.appendContext(context, 'models', t.UnknownArray, models);
    const entries = models.map((item: unknown, index) =>
      decodeMember(modelEntry, list, String(index), item, errors),
    );
    errors.push(...duplicates(entries, list));
    return settle(errors, () => entries as readonly ListEntry[]);
  },
  (entries) => ({ models: entries.map(modelEntry.encode) }),
);

const unknownFields = (
  json: JsonObject,
  known: readonly string[],
  context: t.Context,
): t.Errors => {
  const expected = `one of the fields ${known.join(', ')}`;
  return Object.keys(json)
    .filter((name) => !known.includes(name))
    .map((name) => errorAt(context, name, hidden(json[name]), { code: 'unknown_field', expected }));
};

/** Two entries of one target would contradict each other. */
const duplicates = (entries: readonly (ListEntry | undefined)[], list: t.Context): t.Errors => {
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    if (entry === undefined) return [];
    const target = JSON.stringify([entry.routingKey ?? '', entry.model]);
    const isNew = !seen.has(target);
    seen.add(target);
    const expected = 'every pair of routing_key and model once';
    return isNew
      ? []
      : [errorAt(list, String(index), entry.model, { code: 'duplicate', expected })];
  });
};
