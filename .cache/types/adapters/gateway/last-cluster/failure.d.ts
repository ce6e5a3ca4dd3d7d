import type { StoreError } from '../../stores/port.js';
/** Why a lookup or write failed; `dropped` writes were not tried, too many were on their way. */
export type Failure = Readonly<{
    kind: 'error' | 'timeout' | 'dropped';
    message: string;
}>;
/** The failure of work that was not done in time. */
export declare const timeoutFailure: (timeoutMs: number) => Failure;
/** A store error in one line. */
export declare const describeStoreError: (error: StoreError) => string;
