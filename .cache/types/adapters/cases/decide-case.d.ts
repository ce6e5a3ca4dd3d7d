import type { JsonObject } from '../../core/codec/codec.js';
import type { Case } from './compile-case.js';
/** Decides a case; the result carries the original affinity order. */
export declare const decideCase: ({ policy, view, request, elapsedMs, cursor }: Case) => JsonObject;
