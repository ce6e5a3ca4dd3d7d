import type { EngineParts } from './generation.js';
import type { Failure, FailurePlan } from './failure.js';
import type { Listener } from './listener.js';
import type { RequestLog } from './request-log.js';
/** What a test or a demo can do to a running engine. */
export type MockEngineControls = Readonly<{
    /**
     * Takes `count` places (default: all slots) until `drain`: slots first, as they come free, and
     * before any waiting request; then places in the queue.
     */
    fill: (count?: number) => void;
    /** Gives back all places `fill` took. */
    drain: () => void;
    /**
     * Misbehaves from the next request on; replaces an earlier failure. Rejects if the port was
     * taken by someone else while connections were refused.
     */
    fail: (failure: Failure) => Promise<void>;
    /** Makes work take `factor` times as long, from the next token or prefill on; 1 ends it. */
    slow: (factor: number) => void;
    /**
     * The state after a restart: no failure, full speed, nothing filled, empty KV cache, empty
     * request log, counters at 0. Running requests go on.
     */
    reset: () => Promise<void>;
}>;
/** The parts that controls act on. */
export type ControlledParts = EngineParts & Readonly<{
    slots: number;
    failures: FailurePlan;
    log: RequestLog;
    listener: Listener;
}>;
/** Controls over an engine; `cancelReopening` forgets a port that was to open again later. */
export declare const createControls: (parts: ControlledParts) => Readonly<{
    controls: MockEngineControls;
    cancelReopening: () => void;
}>;
