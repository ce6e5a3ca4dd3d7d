import type { JsonObject } from '../../core/codec/codec.js';
import type { Explanation } from '../../core/explain.js';
/** The JSON of an explanation. Estimates that are not finite become null. */
export declare const encodeExplanation: (explanation: Explanation) => JsonObject;
