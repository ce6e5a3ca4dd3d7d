import type { FleetSettings } from './settings.js';
/**
 * Whether a backend may be connected to.
 *
 * After three failures in a row it is paused; when the pause is over, one request may probe it. A
 * probe that fails doubles the pause, any connect that works ends it. A probe that nobody tells the
 * outcome of is followed by another one a pause later.
 */
export declare class ConnectHealth {
    #private;
    readonly settings: Pick<FleetSettings, 'firstPauseMs' | 'maxPauseMs'>;
    constructor(settings: Pick<FleetSettings, 'firstPauseMs' | 'maxPauseMs'>);
    get isPaused(): boolean;
    /** Not paused, or due for a probe. */
    mayTry(nowMs: number): boolean;
    /** A request was sent this way. */
    noteTry(nowMs: number): void;
    note(outcome: 'connected' | 'failed', nowMs: number): void;
}
