import type { JsonObject } from '../../../core/codec/codec.js';
import type { ForwardedKind } from './gateway-route.js';
/** The prompt of a request, as far as its size is concerned. */
export type Prompt = Readonly<{
    /** All its text, in order. */
    texts: readonly string[];
    /** Token ids given in place of text. */
    tokenIdCount: number;
}>;
/** Estimates the tokens of a prompt: a whole number, 0 or more. */
export type EstimateInputTokens = (prompt: Prompt, model: string) => number;
/** The default estimate: 5 + ceil(UTF-8 bytes of the text / 4), and 1 for every token id. */
export declare const estimateInputTokens: EstimateInputTokens;
/**
 * Collects the prompt of a request: the text of its messages, input or prompt.
 *
 * Images, tools and settings do not count. A body without any, or none at all, has no text.
 */
export declare const promptOf: (kind: ForwardedKind, json: JsonObject | undefined) => Prompt;
