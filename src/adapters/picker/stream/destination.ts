/** What the proxy is told once a backend is picked. */
import type { SendOrder } from '../../router/routing/outcomes.js';
import type { AcceptedRequest } from '../accept/port.js';
import { BODY_MODES, type ProcessingResponse } from '../wire/messages.js';
import {
  destinationAnswer,
  destinationChanges,
  skippingBody,
  streamedBody,
  type BodyModes,
} from './answers.js';
import { endpointOf } from './endpoint.js';
import type { InboundRequest } from './inbound.js';

/** A request that the proxy holds, and how far it has handed it over. */
export type HeldRequest = Readonly<{
  inbound: InboundRequest;
  modes: BodyModes;
  accepted: AcceptedRequest;
  /** The message that waits for the answer. */
  answers: 'requestHeaders' | 'requestBody';
  /** The body, if it was handed over whole. */
  body: Buffer | undefined;
  /** Whether no trailers follow the body. */
  bodyEndsStream: boolean;
}>;

/**
 * The answers that send a request to `endpoint`, with the fallbacks of the order behind it: one,
 * and the body piece by piece where the proxy has given it away.
 */
export const destinationAnswers = (
  held: HeldRequest,
  order: SendOrder,
  endpoint: string,
  maxFallbacks: number,
): readonly ProcessingResponse[] => {
  const { inbound, modes, accepted, body } = held;
  const others = order.fallbacks(maxFallbacks).map(endpointOf);
  const endpoints = [endpoint, ...others.filter((other) => other !== undefined)].join(',');
  const changes = destinationChanges(inbound, accepted, order, endpoints);
  if (modes.request !== BODY_MODES.FULL_DUPLEX_STREAMED) {
    const bodyMutation = accepted.rewrittenBody && { body: accepted.rewrittenBody };
    const isSkipped = body === undefined && inbound.hasBody;
    const modeOverride = isSkipped ? skippingBody(modes) : undefined;
    return [destinationAnswer(held.answers, { changes, bodyMutation, endpoints, modeOverride })];
  }
  const answer = destinationAnswer('requestHeaders', { changes, endpoints });
  if (body === undefined) return [answer];
  const whole = accepted.rewrittenBody ?? body;
  return [answer, ...streamedBody('requestBody', whole, held.bodyEndsStream)];
};
