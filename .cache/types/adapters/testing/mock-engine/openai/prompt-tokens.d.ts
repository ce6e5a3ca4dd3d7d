/** Tokens of a prompt: what the `x-input-tokens` header says, else 5 + a quarter of its bytes. */
export declare const countPromptTokens: (header: string | undefined, promptText: string) => number;
