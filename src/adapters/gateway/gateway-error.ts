/** Errors the gateway answers itself, in the shape of the OpenAI API. */

import { counted } from '../../core/codec/counted.js';
import type { OwnAnswer, RenderFault } from '../http/http-fault.js';

/** Why a request is refused or failed, as the client is told. It repeats no secret. */
export type GatewayError = Readonly<{
  status: number;
  /** Stable, for programs. */
  code: string;
  message: string;
  /** The member of the body, or the header, that is at fault. */
  param: string | null;
  headers?: Readonly<Record<string, string>>;
}>;

/** A whole answer, ready to be written with any HTTP stack. */
export type GatewayAnswer = OwnAnswer;

/**
 * Makes the JSON answer `{"error":{"message","type","param","code"}}`.
 *
 * A 503 always carries `retry-after`: 1 s unless the error says otherwise.
 */
export const renderGatewayError = (error: GatewayError): GatewayAnswer => ({
  status: error.status,
  headers: {
    'content-type': 'application/json',
    ...(error.status === 503 && { 'retry-after': '1' }),
    ...error.headers,
  },
  body: JSON.stringify({
    error: {
      message: error.message,
      type: errorType(error.status),
      param: error.param,
      code: error.code,
    },
  }),
});

/** A fault of HTTP in the shape of the gateway's errors. */
export const renderGatewayFault: RenderFault = (fault) =>
  renderGatewayError({ ...fault, param: null });

/** A request that is wrong as it stands. */
export const badRequest = (code: string, param: string | null, message: string): GatewayError => ({
  status: 400,
  code,
  message,
  param,
});

/** 401: the model takes a key, and this is none of its keys. */
export const wrongKey = (isGiven: boolean): GatewayError => ({
  status: 401,
  code: 'invalid_api_key',
  message: isGiven
    ? 'The API key is not valid for this model.'
    : 'There is no API key. Send it as "Authorization: Bearer KEY" or "x-api-key: KEY".',
  param: null,
  headers: { 'www-authenticate': 'Bearer' },
});

/** 404: no such model in the directory. */
export const unknownModel = (quotedModel: string): GatewayError => ({
  status: 404,
  code: 'model_not_found',
  message: `The model ${quotedModel} does not exist.`,
  param: 'model',
});

/** 413: the body is over the limit of the server. */
export const bodyTooLarge = (maxBytes: number): GatewayError => ({
  status: 413,
  code: 'body_too_large',
  message: `The body is larger than ${counted(maxBytes, 'byte')}.`,
  param: null,
});

/** 408: the body did not come in time. */
export const BODY_TOO_SLOW_ERROR: GatewayError = {
  status: 408,
  code: 'request_timeout',
  message: 'The body of the request did not come in time.',
  param: null,
};

/** The client went away, so no response is written; 499 shows in the span only. */
export const CLIENT_GONE: GatewayError = {
  status: 499,
  code: 'client_closed_request',
  message: 'The client closed the request.',
  param: null,
};

/** An error that is none of the client's. */
export const serverError = (status: number, code: string, message: string): GatewayError => ({
  status,
  code,
  message,
  param: null,
});

/** 500: the service that embeds the gateway has read the body, so that nothing is left to forward. */
export const BODY_READ_BEFORE: GatewayError = serverError(
  500,
  'internal_error',
  'The body was read before the gateway got the request: let no body parser come before it.',
);

/** 404: nothing is at the path. */
export const UNKNOWN_PATH: GatewayError = {
  status: 404,
  code: 'unknown_path',
  message: 'There is nothing at this path: requests go to paths below /v1/.',
  param: null,
};

/** 405: the path takes other methods. */
export const wrongMethod = (allowed: string): GatewayError => ({
  status: 405,
  code: 'method_not_allowed',
  message: `This path takes ${allowed}.`,
  param: null,
  headers: { allow: allowed },
});

/** 503: as many bodies are held as may be. */
export const BODY_BUDGET_EXHAUSTED: GatewayError = serverError(
  503,
  'body_budget_exhausted',
  'The gateway holds as many request bodies as it may. Try again.',
);

const errorType = (status: number): string => {
  if (status >= 500) return 'server_error';
  return status === 429 ? 'rate_limit_error' : 'invalid_request_error';
};
