import type { Codec } from '../../../core/codec/codec.js';
import { defaulted, mapCodec, objectCodec, optional } from '../../../core/codec/object-codec.js';
import { amount, text } from '../../../core/codec/value-codec.js';
import type { RoutingRequest } from '../../../core/request.js';
import type { Target } from '../../../core/snapshot/snapshot.js';
import { TARGET_MEMBERS } from '../../../core/snapshot/target-codec.js';
import { requestCodec } from '../../cases/index.js';
import type { RouteRequest } from '../../runtime/index.js';

/** A request to be explained, and how long it has waited. */
export type DebugQuestion = Readonly<{ request: RouteRequest; elapsedMs: number }>;

type QuestionRow = Target &
  Readonly<{ routingMethod?: string; elapsedMs: number; request: RoutingRequest }>;

/**
 * Decodes the body of `POST /debug/decide`: `model_id`, `routing_key`, `routing_method` and
 * `elapsed_ms`, and a `request` as in the cases that `homeward explain` reads.
 */
export const debugQuestionCodec: Codec<DebugQuestion> = mapCodec(
  objectCodec<QuestionRow>('DebugQuestion', {
    members: {
      ...TARGET_MEMBERS,
      routingMethod: optional('routing_method', text),
      elapsedMs: defaulted('elapsed_ms', amount, 0),
      request: defaulted('request', requestCodec, {}),
    },
  }),
  ({ request, elapsedMs, routingMethod, ...target }) => ({
    request: { ...request, target, routingMethod },
    elapsedMs,
  }),
  ({ request: { target, routingMethod, ...request }, elapsedMs }) => ({
    ...target,
    ...(routingMethod !== undefined && { routingMethod }),
    elapsedMs,
    request,
  }),
);
