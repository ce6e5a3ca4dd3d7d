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
export declare const errorBody: ({ message, type, param, code }: ApiError) => object;
/** 400: the body breaks a rule. */
export declare const badBody: (fault: Fault) => ApiError;
/** 400: the body is no JSON. */
export declare const badJson: (reason: string) => ApiError;
/** 404: the engine does not serve the model. */
export declare const unknownModel: (model: string) => ApiError;
/** 404: there is no such path. */
export declare const unknownPath: (method: string, path: string) => ApiError;
/** 405: the path is known, the method is not for it. */
export declare const wrongMethod: (method: string, path: string) => ApiError;
/** 413: the body is larger than the engine reads. */
export declare const bodyTooLarge: (maxBytes: number) => ApiError;
/** An error on the engine's side. */
export declare const serverError: (status: number, message: string, code: string) => ApiError;
