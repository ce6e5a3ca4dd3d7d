import type * as t from 'io-ts';
import type { EngineRequest } from '../../runtime/index.js';
/** A request to be explained, and how long it has waited. */
export type DebugQuestion = Readonly<{
    request: EngineRequest;
    elapsedMs: number;
}>;
/**
 * Decodes the body of `POST /debug/decide`: `model_id`, `routing_key`, `routing_method` and
 * `elapsed_ms`, and a `request` as in the cases that `homeward explain` reads.
 */
export declare const debugQuestionCodec: t.Type<Readonly<{
    request: EngineRequest;
    elapsedMs: number;
}>, Readonly<Record<string, unknown>>, unknown>;
