import type { JsonObject } from '../../core/codec/codec.js';
import type { Decision } from '../../core/decision.js';
/**
 * The JSON of a decision, as `homeward decide` prints it and records keep it.
 *
 * `order` is the original affinity order; absent where there is none.
 */
export declare const encodeDecision: (decision: Decision, order?: readonly string[]) => JsonObject;
