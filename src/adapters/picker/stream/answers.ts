/** The messages that the picker answers with. */
import { headersForEngine } from '../../http/index.js';
import type { SendOrder } from '../../router/routing/outcomes.js';
import type { AcceptedRequest, OwnAnswer } from '../accept/port.js';
import {
  BODY_MODES,
  type BodyMutation,
  type HeaderMutation,
  type ProcessingResponse,
} from '../wire/messages.js';
import { DESTINATION, destinationMetadata } from './endpoint-metadata.js';
import { changesBetween, settingOf, type HeaderChanges } from './header-mutation.js';
import type { InboundRequest } from './inbound.js';

/** How a proxy sends bodies. */
export type BodyModes = Readonly<{ request: number; response: number }>;

/** Has the proxy send no body of the request. */
export const skippingBody = ({ response }: BodyModes): ProcessingResponse['modeOverride'] => ({
  requestBodyMode: BODY_MODES.NONE,
  responseBodyMode: response,
});

/** What the proxy has to change about a request that goes to `endpoints`, first one first. */
export const destinationChanges = (
  inbound: InboundRequest,
  accepted: AcceptedRequest,
  { expectedQueueMs, trace }: SendOrder,
  endpoints: string,
): HeaderMutation => {
  const headers = headersForEngine(accepted.headers, { expectedQueueMs, trace });
  const changes = changesBetween(inbound.headers, headers);
  changes.setHeaders.push(settingOf(DESTINATION, endpoints));
  if (accepted.target !== inbound.target) {
    changes.setHeaders.push(settingOf(':path', accepted.target));
  }
  return changes;
};

/** What an answer says about a request that has a backend. */
type Destination = Readonly<{
  changes: HeaderMutation;
  bodyMutation?: BodyMutation | undefined;
  endpoints: string;
  modeOverride?: ProcessingResponse['modeOverride'];
}>;

/** The answer to one message of the request that says where it goes. */
export const destinationAnswer = (
  kind: 'requestHeaders' | 'requestBody',
  { changes, bodyMutation, endpoints, modeOverride }: Destination,
): ProcessingResponse => {
  const response = { headerMutation: changes, bodyMutation, clearRouteCache: true };
  const dynamicMetadata = destinationMetadata(endpoints);
  return kind === 'requestHeaders'
    ? { requestHeaders: { response }, dynamicMetadata, modeOverride }
    : { requestBody: { response }, dynamicMetadata, modeOverride };
};

/** Longest piece of a body that is sent back: proxies take 64 KiB. */
const MAX_PIECE_BYTES = 60 * 1024;

/** The answers that give a body back where the proxy has handed it over. */
export function* streamedBody(
  kind: 'requestBody' | 'responseBody',
  body: Uint8Array,
  endOfStream: boolean,
): Generator<ProcessingResponse> {
  let at = 0;
  do {
    const piece = body.subarray(at, at + MAX_PIECE_BYTES);
    at += MAX_PIECE_BYTES;
    const isLast = at >= body.length;
    const streamedResponse = { body: piece, endOfStream: isLast && endOfStream };
    yield { [kind]: { response: { bodyMutation: { streamedResponse } } } };
  } while (at < body.length);
}

/** The answer to response headers. */
export const responseAnswer = (changes: HeaderChanges): ProcessingResponse => {
  const isNone = changes.setHeaders.length + changes.removeHeaders.length === 0;
  return { responseHeaders: isNone ? {} : { response: { headerMutation: changes } } };
};

/** An answer to the client in place of an engine's. */
export const immediateAnswer = ({
  status,
  headers,
  body,
  code,
}: OwnAnswer): ProcessingResponse => ({
  immediateResponse: {
    status: { code: status },
    headers: {
      setHeaders: Object.entries(headers).map(([name, value]) => settingOf(name, value)),
    },
    body: Buffer.from(body),
    details: `homeward_${code}`,
  },
});

/** Has the proxy wait longer for the answer to its latest message, if its settings allow that. */
export const patienceAnswer = (ms: number): ProcessingResponse => ({
  overrideMessageTimeout: { seconds: Math.floor(ms / 1_000), nanos: (ms % 1_000) * 1_000_000 },
});
