/**
 * The model file: docs/gateway.md describes it for people.
 *
 * It decides who gets in, so it is read strictly: an unknown field is a fault, because a misspelt
 * key list would leave its model open to all. Faults never show what stood in the place of a key.
 */
import * as E from 'fp-ts/lib/Either.js';
import { decodeWith, type Codec } from '../../../core/codec/codec.js';
import { secret, type Fault, type Problem } from '../../../core/codec/fault.js';
import { parseTextWith } from '../../../core/codec/json-text.js';
import { listOf, type Uniqueness } from '../../../core/codec/list-codec.js';
import {
  defaulted,
  mapCodec,
  objectCodec,
  optional,
  required,
} from '../../../core/codec/object-codec.js';
import { headerText, numberIn, valueCodec, yesOrNo } from '../../../core/codec/value-codec.js';
import { MAX_PRIORITY } from '../../../core/request.js';
import { headerRoutingKey } from '../../../core/snapshot/target-codec.js';
import { targetKey } from '../../../core/snapshot/target-key.js';
import { checkFormat } from '../../../expression/check-format.js';
import { MAX_WAIT_CAP_MS } from '../../http/parse-routing-headers.js';
import type { ListEntry } from './list-directory.js';

/** Reads the JSON of a model file, or says everything that is wrong with it. */
export const parseModelList = (json: unknown): E.Either<readonly Fault[], readonly ListEntry[]> =>
  decodeWith(modelListCodec, json);

/** Reads the text of a model file, or says everything that is wrong with it, and where. */
export const parseModelFile = (text: string): E.Either<readonly Fault[], readonly ListEntry[]> =>
  parseTextWith(text, parseModelList);

const unless = (isRight: boolean, expected: string): Problem | undefined =>
  isRight ? undefined : { code: 'invalid_value', expected };

const routingMethod = valueCodec<string>('RoutingMethod', {
  problemOf: (value) => {
    if (typeof value !== 'string') return unless(false, 'a routing expression');
    const format = checkFormat(value);
    if (E.isRight(format)) return undefined;
    const { position, expected } = format.left;
    return unless(false, `a routing expression, with ${expected} at position ${String(position)}`);
  },
  schema: { type: 'string' },
  read: (value: string) => value.trim(),
});

const DIGEST = /^[0-9a-fA-F]{64}$/;

const keyDigest = valueCodec<Buffer>('KeyDigest', {
  problemOf: (value) =>
    unless(
      typeof value === 'string' && DIGEST.test(value),
      '64 hexadecimal digits, the SHA-256 of an API key',
    ),
  schema: { type: 'string', pattern: DIGEST.source },
  read: (value: string) => Buffer.from(value, 'hex'),
  write: (digest) => digest.toString('hex'),
  // A key written where its digest belongs is a secret all the same.
  shown: secret,
});

/** Empty lists are refused: who removes the last key hardly means to open the model to all. */
const SOME_KEYS = 'an array of one or more SHA-256 (leave the field out to open the model)';

const keyDigests = listOf(keyDigest, {
  what: SOME_KEYS,
  problemOfEmpty: { code: 'invalid_value', expected: SOME_KEYS },
  shown: secret,
});

const priority = numberIn({ wholeOnly: true, min: 0, max: MAX_PRIORITY });

/** The longest wait that a router allows. */
const maxWaitMs = numberIn({ wholeOnly: true, min: 0, max: MAX_WAIT_CAP_MS });

const requestSloMs = numberIn({ wholeOnly: true, min: 1, max: Number.MAX_SAFE_INTEGER });

const modelEntry: Codec<ListEntry> = mapCodec(
  objectCodec<Partial<ListEntry> & Pick<ListEntry, 'model' | 'forwardAuthorization'>>(
    'ModelEntry',
    {
      members: {
        routingKey: optional('routing_key', headerRoutingKey, 'scope of the model'),
        model: required('model', headerText, 'the id that router and engines know'),
        routingMethod: optional('routingMethod', routingMethod, 'a routing expression'),
        priority: optional('priority', priority, 'of its requests; lower is more urgent'),
        maxWaitMs: optional('max_wait_ms', maxWaitMs, 'longest wait for a place; 0: none'),
        requestSloMs: optional('request_slo_ms', requestSloMs, 'slides the queue limit'),
        keyDigests: optional('api_keys_sha256', keyDigests, 'absent: open to all'),
        forwardAuthorization: defaulted('forward_authorization', yesOrNo, false, 'to engines'),
      },
      unknown: 'refused',
      shown: secret,
    },
  ),
  ({ model, forwardAuthorization, ...entry }) => ({
    routingKey: entry.routingKey,
    model,
    routingMethod: entry.routingMethod,
    priority: entry.priority,
    maxWaitMs: entry.maxWaitMs,
    requestSloMs: entry.requestSloMs,
    forwardAuthorization,
    keyDigests: entry.keyDigests,
  }),
  (entry) => entry as Required<ListEntry>,
);

/** Two entries of one target would contradict each other. */
const EACH_ONCE: Uniqueness = {
  keyOf: ({ routing_key: key, model }) =>
    typeof model === 'string'
      ? targetKey({ ...(typeof key === 'string' && { routingKey: key }), modelId: model })
      : undefined,
  expected: (first) => `every pair of routing_key and model once (${first} has this one already)`,
};

/** Decodes a model file. */
export const modelListCodec: Codec<readonly ListEntry[]> = mapCodec(
  objectCodec<{ models: readonly ListEntry[] }>('ModelList', {
    members: {
      models: required(
        'models',
        listOf(modelEntry, { what: 'an array of models', unique: EACH_ONCE }),
      ),
    },
    unknown: 'refused',
    passing: ['$schema'],
    shown: secret,
  }),
  ({ models }) => models,
  (models) => ({ models }),
);
