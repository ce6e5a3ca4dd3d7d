/** What may be tried again, how often, and where. */
import { wholeFrom, type OptionRanges } from '../../../core/codec/option-ranges.js';
import type { RetryReason, SendOutcome } from './outcomes.js';

/** How often one request is or may be tried again. */
export type RetryCounts = Readonly<{
  /** After a connect that failed. */
  connect: number;
  /** After a response that asks for it. */
  request: number;
}>;

/** A failed connect has cost no engine anything, so there may be more of them. */
export const DEFAULT_RETRY_LIMITS: RetryCounts = { connect: 8, request: 2 };

/** Whole numbers from 0. */
export const RETRY_LIMIT_RANGES: OptionRanges<keyof RetryCounts> = {
  connect: wholeFrom(0),
  request: wholeFrom(0),
};

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
export const countRetry = (
  counts: RetryCounts,
  reason: RetryReason,
  limits: RetryCounts,
): RetryCounts | undefined => {
  const kind = reason === 'connect_failure' ? 'connect' : 'request';
  return counts[kind] < limits[kind] ? { ...counts, [kind]: counts[kind] + 1 } : undefined;
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
