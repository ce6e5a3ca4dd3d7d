/** The answers to requests whose bodies cannot be read. */
import { counted } from '../../../core/codec/counted.js';
import type { AcceptRules, OwnAnswer } from '../accept/port.js';
import type { IntakeFault } from './body-intake.js';
import type { StreamLimits } from './limits.js';

/** 413 or 503: there is no room for the body. */
export const refusedBody = (
  rules: AcceptRules,
  { maxBodyBytes }: StreamLimits,
  fault: IntakeFault,
): OwnAnswer =>
  fault === 'too_large'
    ? rules.refuse(
        413,
        'body_too_large',
        `The body is larger than ${counted(maxBodyBytes, 'byte')}.`,
      )
    : rules.refuse(503, 'body_budget_exhausted', OVER_BUDGET);

/** 500: the proxy is not set up to send the body, and nothing can be done without it. */
export const bodyNotSent = (rules: AcceptRules): OwnAnswer =>
  rules.refuse(500, 'body_not_sent', BODY_NOT_SENT);

const OVER_BUDGET = 'The picker holds as many request bodies as it may. Try again.';

const BODY_NOT_SENT =
  'The proxy sends no whole body to the picker: set request_body_mode to BUFFERED or ' +
  'FULL_DUPLEX_STREAMED.';
