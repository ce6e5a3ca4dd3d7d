/** Closed lists of values that labels take. */

/** Whether the first cluster in order was taken. */
export const SELECTIONS = ['primary', 'fallback'] as const;

/** Why a request is sent again. */
export const RETRY_REASONS = [
  'connect_failure',
  'retryable_response',
  'queue_estimate_mismatch',
] as const;

/** What a backend can be. */
export const BACKEND_STATES = ['live', 'stale', 'paused'] as const;

/** Statuses that are told apart; others count under their class. */
export const STATUS_LABELS = [
  ...['2xx', '3xx', '4xx', '5xx'],
  ...['400', '401', '403', '404', '405', '408', '413', '429', '431', '499'],
  ...['500', '501', '502', '503', '504'],
] as const;
