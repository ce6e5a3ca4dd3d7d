import type { SessionState } from '../../../core/request.js';
import type { Target } from '../../../core/snapshot.js';
import type { Log } from '../../telemetry/port.js';
/** Classified requests in a row without a hint after which the gateway seems not to send any. */
export declare const HINTS_MISSING_COUNT = 1000;
/** Warns once per target when session-aware requests never carry a last cluster. */
export declare class HintWatch {
    #private;
    readonly log: Log;
    constructor(log: Log);
    /** Counts a request by the state of its first decision; unclassified ones do not count. */
    note(target: Target, state: SessionState | null): void;
    forget(target: Target): void;
}
