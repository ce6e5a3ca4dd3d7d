/** Errors the gateway answers itself, in the shape of the OpenAI API. */
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
export type GatewayAnswer = Readonly<{
    status: number;
    headers: Readonly<Record<string, string>>;
    body: string;
}>;
/**
 * Makes the JSON answer `{"error":{"message","type","param","code"}}`.
 *
 * A 503 always carries `retry-after`: 1 s unless the error says otherwise.
 */
export declare const renderGatewayError: (error: GatewayError) => GatewayAnswer;
/** A request that is wrong as it stands. */
export declare const badRequest: (code: string, param: string | null, message: string) => GatewayError;
/** 401: the model takes a key, and this is none of its keys. */
export declare const wrongKey: (isGiven: boolean) => GatewayError;
/** 404: no such model in the directory. */
export declare const unknownModel: (quotedModel: string) => GatewayError;
/** 413: the body is over the limit of the server. */
export declare const bodyTooLarge: (maxBytes: number) => GatewayError;
/** The client went away; nobody gets to read it, and 499 shows in the span only. */
export declare const CLIENT_GONE: GatewayError;
/** An error that is none of the client's. */
export declare const serverError: (status: number, code: string, message: string) => GatewayError;
