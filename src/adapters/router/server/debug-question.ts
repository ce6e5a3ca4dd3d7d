import type * as t from 'io-ts';
import {
  decodeMember,
  errorAt,
  missingIf,
  objectCodec,
  presentMember,
  settle,
  type JsonObject,
} from '../../../core/codec/codec.js';
import { checkNumber } from '../../../core/codec/number-range.js';
import { checkId, checkText } from '../../../core/codec/text-check.js';
import { requestCodec } from '../../cases/index.js';
import type { RouteRequest } from '../../runtime/index.js';

/** A request to be explained, and how long it has waited. */
export type DebugQuestion = Readonly<{ request: RouteRequest; elapsedMs: number }>;

/**
 * Decodes the body of `POST /debug/decide`: `model_id`, `routing_key`, `routing_method` and
 * `elapsed_ms`, and a `request` as in the cases that `homeward explain` reads.
 */
export const debugQuestionCodec = objectCodec<DebugQuestion>(
  'DebugQuestion',
  (json, context) => {
    const errors: t.Errors = [];
    const modelId = decodeText(json, 'model_id', context, errors);
    const routingKey = decodeText(json, 'routing_key', context, errors);
    const routingMethod = decodeText(json, 'routing_method', context, errors);
    const elapsedMs = decodeElapsed(json, context, errors);
    const requestJson = presentMember(json, 'request') ?? {};
    const request = decodeMember(requestCodec, context, 'request', requestJson, errors);
    return settle(errors, () => {
      const target = { ...(routingKey && { routingKey }), modelId: modelId! };
      return { request: { ...request!, target, routingMethod }, elapsedMs };
    });
  },
  ({ request: { target, routingMethod, ...request }, elapsedMs }) => ({
    model_id: target.modelId,
    ...(target.routingKey !== undefined && { routing_key: target.routingKey }),
    ...(routingMethod !== undefined && { routing_method: routingMethod }),
    request: requestCodec.encode(request),
    elapsed_ms: elapsedMs,
  }),
);

const decodeText = (
  json: JsonObject,
  name: 'model_id' | 'routing_key' | 'routing_method',
  context: t.Context,
  errors: t.Errors,
): string | undefined => {
  const value = presentMember(json, name);
  if (value === undefined && name !== 'model_id') return undefined;
  const problem = name === 'model_id' ? checkId(value) : checkText(value);
  if (problem) errors.push(errorAt(context, name, value, missingIf(value, problem)));
  return value as string | undefined;
};

const decodeElapsed = (json: JsonObject, context: t.Context, errors: t.Errors): number => {
  const value = presentMember(json, 'elapsed_ms') ?? 0;
  const problem = checkNumber(value, { wholeOnly: false, min: 0, max: Number.MAX_VALUE });
  if (problem) errors.push(errorAt(context, 'elapsed_ms', value, problem));
  return value as number;
};
