import * as E from 'fp-ts/lib/Either.js';
import type { HeaderFault } from './header-fault.js';
import type { HeaderSource } from './header-source.js';
/** What the gateway tells the router about a request; `HEADERS` says what each field means. */
export type TrustedHeaders = Readonly<{
    requestId: string;
    /** Integer, 0 .. 2^53-1. */
    inputTokens: number;
    model: string;
    /** Undefined: unscoped. */
    routingKey: string | undefined;
    /** Routing expression as received; undefined: as configured. */
    routingMethod: string | undefined;
    affinityKey: string | undefined;
    lastClusterId: string | undefined;
    /** u32, lower is more urgent; default 0. */
    priority: number;
    requestSloMs: number | undefined;
    /** From arrival, at most 60000. */
    maxWaitMs: number | undefined;
    /** From arrival; undefined: unlimited, 0: no retries. */
    retryBudgetMs: number | undefined;
}>;
/** Says what is malformed in the text of a routing expression, or undefined if nothing is. */
export type CheckMethod = (text: string) => string | undefined;
/** Longest routing wait a header can ask for. */
export declare const MAX_WAIT_CAP_MS = 60000;
/**
 * Reads the trusted headers of a request; the first failing one decides the fault.
 *
 * Order: request id, input tokens, model, method syntax, priority, max wait, SLO, retry budget.
 *
 * @example
 * parseRoutingHeaders(['X-Request-Id', 'r-1', 'X-Input-Tokens', '512', 'X-Model', 'm']);
 * // right: { requestId: 'r-1', inputTokens: 512, model: 'm', priority: 0, ... }
 */
export declare const parseRoutingHeaders: (source: HeaderSource, checkMethod?: CheckMethod) => E.Either<HeaderFault, TrustedHeaders>;
