/** The text of output token `index`; the same in every engine and every run. */
export declare const outputToken: (index: number) => string;
/** The first `tokens` output tokens together. */
export declare const outputText: (tokens: number) => string;
