/** What may be tried again, how often, and where. */
import type { RetryReason, SendOutcome } from './send.js';
/** Further attempts of one request: after connect failures, and after marked responses. */
export declare const MAX_CONNECT_RETRIES = 2;
export declare const MAX_REQUEST_RETRIES = 2;
/** How often one request has been tried again. */
export type RetryCounts = Readonly<{
    connect: number;
    request: number;
}>;
/** Before the first retry. */
export declare const NO_RETRIES: RetryCounts;
/**
 * Why an attempt may be repeated; undefined where it must not be.
 *
 * Only what the engine has certainly not executed is repeated: what never reached it, and what it
 * refused with 429 or 503 and `x-stargate-retryable: true`.
 */
export declare const retryReasonOf: (outcome: SendOutcome<unknown>) => RetryReason | undefined;
/** Counts one more retry; undefined when there is none left of its kind. */
export declare const countRetry: (counts: RetryCounts, reason: RetryReason) => RetryCounts | undefined;
/** Whether another backend of the same cluster is tried before the cluster is ruled out. */
export declare const triesSibling: (reason: RetryReason) => boolean;
/**
 * Whether the engine turned a request away without executing it: not reached, a marked response,
 * or a client error.
 */
export declare const isRefusal: (outcome: SendOutcome<unknown>) => boolean;
