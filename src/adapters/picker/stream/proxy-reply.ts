import type { SendOutcome } from '../../router/routing/outcomes.js';
import type { ProcessingRequest } from '../wire/messages.js';

const FILTER = 'envoy.filters.http.ext_proc';
const DETAILS = 'response.code_details';
const FROM_UPSTREAM = 'via_upstream';

/** The reason that Envoy gives where it did not reach any engine at all. */
const NOT_REACHED = /connection_failure|connection_timeout|no_healthy_upstream|overflow/;

/**
 * What became of a request that the proxy has answered by itself, because no engine did; undefined
 * for a response of an engine. Known only where the proxy is configured to send the attribute
 * `response.code_details`.
 */
export const readOwnReply = (message: ProcessingRequest): SendOutcome<never> | undefined => {
  const fields = message.attributes[FILTER]?.fields ?? {};
  const details = Object.hasOwn(fields, DETAILS) ? fields[DETAILS]?.stringValue : undefined;
  if (details === undefined || details === '' || details === FROM_UPSTREAM) return undefined;
  return {
    kind: NOT_REACHED.test(details) ? 'not_connected' : 'broken',
    isTimeout: details.includes('timeout'),
    message: `the proxy says ${details}`,
  };
};
