/** What became of a request, as the router is told. */
import { firstHeader } from '../../gateway/request/first-header.js';
import { HEADERS } from '../../http/index.js';
import type { Backend, Fleet } from '../../fleet/port.js';
import type { SendOrder, SendOutcome } from '../../router/routing/outcomes.js';
import type { AcceptedRequest } from '../accept/port.js';
import type { ProcessingRequest } from '../wire/messages.js';
import { servedEndpoint } from './endpoint-metadata.js';
import { endpointOf } from './endpoint.js';
import type { InboundResponse } from './inbound.js';

/** A response has come; `ended` resolves when it is over. */
export const answeredOutcome = (
  { status, headers }: InboundResponse,
  servedBy: Backend | undefined,
  ended: Promise<void>,
): SendOutcome<undefined> => ({
  kind: 'answered',
  status,
  servedBy,
  ended,
  sent: undefined,
  isRetryable: firstHeader(headers, HEADERS.retryable.name)?.trim().toLowerCase() === 'true',
  retryReason: firstHeader(headers, HEADERS.retryReason.name)?.trim(),
  discard: nothing,
});

const nothing = (): void => undefined;

/**
 * The backend that the proxy went on to by itself; undefined when it names the one that was
 * picked, none, or one that nobody knows.
 */
export const servedBackend = (
  message: ProcessingRequest,
  { backend }: SendOrder,
  { trusted: { routingKey, model } }: AcceptedRequest,
  fleet: Pick<Fleet, 'backends'>,
): Backend | undefined => {
  const served = servedEndpoint(message);
  if (served === undefined || served === endpointOf(backend)) return undefined;
  const target = routingKey === undefined ? { modelId: model } : { routingKey, modelId: model };
  return fleet.backends(target).find((one) => endpointOf(one) === served);
};

/** The proxy does not want the request any more, or has answered it by itself. */
export const GIVEN_UP: SendOutcome<never> = {
  ...{ kind: 'broken', isTimeout: false },
  message: 'the proxy has given the request up',
};

/** The backend is none that a proxy can reach. */
export const noEndpoint = ({ url }: Backend): SendOutcome<never> => ({
  ...{ kind: 'not_connected', isTimeout: false },
  message:
    `expected a backend whose URL is an IP address and a port, given ${url}; ` +
    'with "dns" in the fleet document its host name is looked up',
});
