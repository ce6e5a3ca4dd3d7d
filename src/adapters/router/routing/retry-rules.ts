/** What may be tried again, how often, and where. */
import type { RetryReason, SendOutcome } from './send.js';

/** Further attempts of one request: after connect failures, and after marked responses. */
export const MAX_CONNECT_RETRIES = 2;
export const MAX_REQUEST_RETRIES = 2;

/** How often one request has been tried again. */
export type RetryCounts = Readonly<{ connect: number; request: number }>;

/** Before the first retry. */
export const NO_RETRIES: RetryCounts = { connect: 0, request: 0 };

/**
 * Why an attempt may be repeated; undefined where it must not be.
 *
 * Only what the engine has certainly not executed is repeated: what never reached it, and what it
 * refused with 429 or 503 and `x-stargate-retryable: true`.
 */
export const retryReasonOf = (outcome: SendOutcome<unknown>): RetryReason | undefined => {
  switch (outcome.kind) {
    case 'not_connected':
      return 'connect_failure';
    case 'broken':
      return undefined;
    case 'answered':
      if (!outcome.isRetryable || (outcome.status !== 429 && outcome.status !== 503)) {
        return undefined;
      }
      return outcome.retryReason === QUEUE_ESTIMATE_MISMATCH
        ? QUEUE_ESTIMATE_MISMATCH
        : 'retryable_response';
  }
};

/** Counts one more retry; undefined when there is none left of its kind. */
export const countRetry = (counts: RetryCounts, reason: RetryReason): RetryCounts | undefined => {
  if (reason === 'connect_failure') {
    return counts.connect < MAX_CONNECT_RETRIES
      ? { ...counts, connect: counts.connect + 1 }
      : undefined;
  }
  return counts.request < MAX_REQUEST_RETRIES
    ? { ...counts, request: counts.request + 1 }
    : undefined;
};

/** Whether another backend of the same cluster is tried before the cluster is ruled out. */
export const triesSibling = (reason: RetryReason): boolean => reason !== 'retryable_response';

/**
 * Whether the engine turned a request away without executing it: not reached, a marked response,
 * or a client error.
 */
export const isRefusal = (outcome: SendOutcome<unknown>): boolean =>
  retryReasonOf(outcome) !== undefined ||
  (outcome.kind === 'answered' && outcome.status >= 400 && outcome.status < 500);

const QUEUE_ESTIMATE_MISMATCH = 'queue_estimate_mismatch';
