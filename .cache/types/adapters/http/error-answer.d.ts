/** One code of an answer that the router makes itself. */
export type ErrorCodeSpec = Readonly<{
    status: 400 | 404 | 413 | 502 | 503 | 504;
    when: string;
}>;
/** Every code of the router's own answers, with its status. */
export declare const ERROR_CODES: {
    readonly missing_header: {
        readonly status: 400;
        readonly when: "a required header is absent";
    };
    readonly invalid_header: {
        readonly status: 400;
        readonly when: "a number header is not a number of its type";
    };
    readonly cache_affinity_key_required: {
        readonly status: 400;
        readonly when: "the policy requires an affinity key and there is none";
    };
    readonly input_tokens_required: {
        readonly status: 400;
        readonly when: "the policy requires input tokens and there are none";
    };
    readonly malformed_expression: {
        readonly status: 400;
        readonly when: "the routing method breaks the grammar";
    };
    readonly unknown_method: {
        readonly status: 400;
        readonly when: "no algorithm has that name";
    };
    readonly unavailable: {
        readonly status: 400;
        readonly when: "the algorithm is not configured for the model";
    };
    readonly unknown_parameter: {
        readonly status: 400;
        readonly when: "no field has that name";
    };
    readonly not_applicable: {
        readonly status: 400;
        readonly when: "the field belongs to another algorithm";
    };
    readonly invalid_value: {
        readonly status: 400;
        readonly when: "a parameter has the wrong type or is out of range";
    };
    readonly inert_value: {
        readonly status: 400;
        readonly when: "a parameter of 0 would silently mean something else";
    };
    readonly no_eligible_candidates: {
        readonly status: 404;
        readonly when: "the target is unknown";
    };
    readonly body_too_large: {
        readonly status: 413;
        readonly when: "the body is over the limit of the server";
    };
    readonly input_work_limit_exceeded: {
        readonly status: 503;
        readonly when: "admission refused: too much queued prefill work";
    };
    readonly no_capacity: {
        readonly status: 503;
        readonly when: "the target is known, but nothing was selectable in time or all clusters are excluded";
    };
    readonly upstream_error: {
        readonly status: 502;
        readonly when: "the engine was not reached or broke off, after retries";
    };
    readonly upstream_timeout: {
        readonly status: 504;
        readonly when: "the engine did not answer in time, after retries";
    };
};
/** Stable code of an answer that the router makes itself. */
export type RouterErrorCode = keyof typeof ERROR_CODES;
/** A whole answer, ready to be written with any HTTP stack. */
export type ErrorAnswer = Readonly<{
    status: number;
    headers: Readonly<Record<string, string>>;
    /** JSON: `{"error": message, "code": code}`. */
    body: string;
}>;
/** Makes the JSON answer of a refusal; `ERROR_CODES` tells the status that goes with a code. */
export declare const errorAnswer: (status: number, code: RouterErrorCode, message: string) => ErrorAnswer;
