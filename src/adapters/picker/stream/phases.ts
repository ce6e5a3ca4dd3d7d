/** How far a stream has come. */
import type { Backend } from '../../fleet/port.js';
import type { SendOrder, SendOutcome } from '../../router/routing/outcomes.js';
import type { BodyModes } from './answers.js';
import type { InboundRequest } from './inbound.js';

/**
 * - `opening`: nothing has come yet
 * - `reading`: the body is awaited
 * - `picking`: a backend is being picked; answers are held back
 * - `picked`: the proxy knows it; its response is awaited
 * - `responding`: the response passes
 * - `passing`: the picker has no say; everything goes as it is
 */
export type Phase =
  'opening' | 'reading' | 'picking' | 'picked' | 'responding' | 'passing' | 'over';

/** What the headers of the request have said. */
export type Opening = Readonly<{
  inbound: InboundRequest;
  arrivedMs: number;
  modes: BodyModes;
  isAllowed: ((backend: Backend) => boolean) | undefined;
}>;

/** A request that the proxy was told where to send. */
export type Pending = Readonly<{
  order: SendOrder;
  settle: (outcome: SendOutcome<undefined>) => void;
}>;
