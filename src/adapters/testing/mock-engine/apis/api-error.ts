import { counted } from '../../../../core/codec/counted.js';
import { describeGiven } from '../../../../core/codec/fault.js';
import type { Fault } from '../../../../core/codec/fault.js';

/** An error as the OpenAI API answers it. */
export type ApiError = Readonly<{
  status: number;
  message: string;
  type: 'invalid_request_error' | 'server_error';
  param: string | null;
  code: string | null;
}>;

/** The response body of an error. */
export const errorBody = ({ message, type, param, code }: ApiError): object => ({
  error: { message, type, param, code },
});

/** 400: the body breaks a rule. */
export const badBody = (fault: Fault): ApiError =>
  invalidRequest(
    400,
    fault.message,
    fault.code === 'missing' ? 'missing_required_parameter' : 'invalid_value',
    fault.path === '' ? null : fault.path,
  );

/** 400: the body is no JSON. */
export const badJson = (reason: string): ApiError =>
  invalidRequest(400, `The body is not valid JSON: ${reason}`, 'invalid_json');

/** 404: the engine does not serve the model. */
export const unknownModel = (model: string): ApiError =>
  invalidRequest(
    404,
    `The model ${describeGiven(model)} does not exist here.`,
    'model_not_found',
    'model',
  );

/** 404: the engine has made no such response, or has forgotten it. */
export const unknownResponse = (id: string): ApiError =>
  invalidRequest(404, `There is no response ${describeGiven(id)} here.`, 'not_found');

/** 404: there is no such path. */
export const unknownPath = (method: string, path: string): ApiError =>
  invalidRequest(404, `There is no ${describeGiven(`${method} ${path}`)} here.`, 'not_found');

/** 405: the path is known, the method is not for it. */
export const wrongMethod = (method: string, path: string): ApiError =>
  invalidRequest(
    405,
    `${describeGiven(path)} does not take ${describeGiven(method)}.`,
    'method_not_allowed',
  );

/** 413: the body is larger than the engine reads. */
export const bodyTooLarge = (maxBytes: number): ApiError =>
  invalidRequest(413, `The body is larger than ${counted(maxBytes, 'byte')}.`, 'body_too_large');

/** An error on the engine's side. */
export const serverError = (status: number, message: string, code: string): ApiError => ({
  status,
  message,
  type: 'server_error',
  param: null,
  code,
});

const invalidRequest = (
  status: number,
  message: string,
  code: string,
  param: string | null = null,
): ApiError => ({ status, message, type: 'invalid_request_error', param, code });
