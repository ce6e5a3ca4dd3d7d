import type { Target } from '../../../core/snapshot.js';
import type { Clock } from '../../time/clock.js';
import { WaitingRoom } from './waiting-room.js';
/** A waiting room per target. A room is made when a request needs it and dropped with its target. */
export declare class WaitingRooms {
    #private;
    readonly clock: Clock;
    constructor(clock: Clock);
    /** Requests that wait. */
    get size(): number;
    of(target: Target): WaitingRoom;
    /** Something changed for a target. */
    changed(target: Target): void;
    /** The target is gone: its requests find out at once, and the room goes with them. */
    closeRoom(target: Target): void;
}
