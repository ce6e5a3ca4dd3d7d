import { HEADERS } from './header-table.js';
import { HTTP_FAULTS, type OwnAnswer, type RenderFault } from './http-fault.js';

/** One code of an answer that the router makes itself. */
export type ErrorCodeSpec = Readonly<{ status: number; when: string }>;

const defineErrorCodes = <const T extends Record<string, ErrorCodeSpec>>(codes: T): T => codes;

/** Every code of the router's own answers, with its status. */
export const ERROR_CODES = defineErrorCodes({
  missing_header: { status: 400, when: 'a required header is absent' },
  invalid_header: { status: 400, when: 'a number header is not a number of its type' },
  cache_affinity_key_required: {
    status: 400,
    when: 'the policy requires an affinity key and there is none',
  },
  input_tokens_required: {
    status: 400,
    when: 'the policy requires input tokens and there are none',
  },
  malformed_expression: { status: 400, when: 'the routing method breaks the grammar' },
  unknown_method: { status: 400, when: 'no algorithm has that name' },
  unavailable: { status: 400, when: 'the algorithm is not configured for the model' },
  unknown_parameter: { status: 400, when: 'no field has that name' },
  not_applicable: { status: 400, when: 'the field belongs to another algorithm' },
  invalid_value: { status: 400, when: 'a parameter has the wrong type or is out of range' },
  inert_value: { status: 400, when: 'a parameter of 0 would silently mean something else' },
  no_eligible_candidates: { status: 404, when: 'the target is unknown' },
  input_work_limit_exceeded: {
    status: 503,
    when: 'admission refused: too much queued prefill work',
  },
  no_capacity: {
    status: 503,
    when: 'the target is known, but nothing was selectable in time or all clusters are excluded',
  },
  upstream_error: { status: 502, when: 'the engine was not reached or broke off, after retries' },
  upstream_timeout: { status: 504, when: 'the engine did not answer in time, after retries' },
  ...HTTP_FAULTS,
});

/** Stable code of an answer that the router makes itself. */
export type RouterErrorCode = keyof typeof ERROR_CODES;

/** A whole answer, ready to be written with any HTTP stack; `body` is `{"error", "code"}`. */
export type ErrorAnswer = OwnAnswer;

/** Makes the JSON answer of a refusal; `ERROR_CODES` tells the status that goes with a code. */
export const errorAnswer = (
  status: number,
  code: RouterErrorCode,
  message: string,
): ErrorAnswer => ({
  status,
  headers: { 'content-type': 'application/json', [HEADERS.errorCode.name]: code },
  body: JSON.stringify({ error: message, code }),
});

/** A fault of HTTP in the shape of the router's own answers. */
export const renderRouterFault: RenderFault = ({ status, code, message }) =>
  errorAnswer(status, code, message);
