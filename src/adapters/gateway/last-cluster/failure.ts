import type { StoreError } from '../../stores/port.js';

/** Why a lookup or write failed; `dropped` writes were not tried, too many were on their way. */
export type Failure = Readonly<{ kind: 'error' | 'timeout' | 'dropped'; message: string }>;

/** The failure of work that was not done in time. */
export const timeoutFailure = (timeoutMs: number): Failure => ({
  kind: 'timeout',
  message: `no answer within ${String(timeoutMs)} ms`,
});

/** A store error in one line. */
export const describeStoreError = (error: StoreError): string => `${error.code}: ${error.message}`;
