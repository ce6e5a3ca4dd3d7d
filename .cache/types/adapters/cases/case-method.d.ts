/** How a case says by what it is decided. */
import type * as t from 'io-ts';
import { type LbConfig } from '../../core/config/config.js';
import { type JsonObject } from '../../core/codec/codec.js';
import type { AlgorithmConfig } from '../../core/config/fields.js';
/** One algorithm with its settings, or a whole lb-config and what the request asks of it. */
export type CaseMethod = Readonly<{
    kind: 'config';
    config: AlgorithmConfig;
}> | Readonly<{
    kind: 'lb_config';
    lbConfig: LbConfig;
    /** A routing expression, not judged yet; absent means the configured algorithm. */
    routingMethod?: string | undefined;
}>;
/** The members of a case that say its method. */
export declare const encodeMethod: (method: CaseMethod) => JsonObject;
/**
 * Reads `config`, or `lb_config` and `routing_method`; without any the default lb-config decides.
 * What is wrong is added to `errors`.
 */
export declare const decodeMethod: (json: JsonObject, context: t.Context, errors: t.Errors) => CaseMethod | undefined;
