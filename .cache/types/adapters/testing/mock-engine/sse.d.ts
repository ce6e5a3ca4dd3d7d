/** One server-sent event whose data is JSON; `event` names it where the protocol does. */
export declare const formatSseEvent: (data: object, event?: string) => string;
/** The line that ends a stream of chat chunks. */
export declare const SSE_DONE = "data: [DONE]\n\n";
