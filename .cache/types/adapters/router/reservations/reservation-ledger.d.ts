/**
 * Who was sent where, and is not yet in the statistics.
 *
 * Statistics arrive now and then; requests arrive all the time. Between two reports the ledger
 * adds what was sent since to every view, so that many requests do not take the same free slot.
 * A reservation ends with the next report of its backend or its removal, when the engine refused
 * the request before executing it, 60 s after it was made where a source reports, and with the
 * request where none does.
 */
import type { Snapshot, Target } from '../../../core/snapshot.js';
import type { Fleet } from '../../fleet/port.js';
import type { Engine } from '../../runtime/index.js';
import type { Clock } from '../../time/clock.js';
import type { Outlook } from '../waiting/outlook.js';
/** Longest life of a reservation where a source reports. */
export declare const RESERVATION_MAX_AGE_MS = 60000;
/** One attempt: where it goes, and what it adds there. */
export type Placement = Readonly<{
    target: Target;
    clusterId: string;
    backendId: string;
    /** Prompt tokens. */
    inputTokens: number;
    /** u32, lower is more urgent. */
    priority: number;
}>;
/** A reservation as its request sees it. Calls after it has ended do nothing. */
export type Ticket = Readonly<{
    /** The engine did not take the request. */
    refused: () => void;
    /** The request is over; ends the reservation where no report ever would. */
    requestEnded: () => void;
}>;
export type LedgerPorts = Readonly<{
    engine: Pick<Engine, 'publish' | 'replaceView' | 'withdraw' | 'view'>;
    clock: Clock;
    isReporting: Fleet['isReporting'];
    /** A reservation ended, so that its target may have room now. */
    onEnded: (target: Target) => void;
}>;
/** The reservations of one process. All methods are synchronous. */
export declare class ReservationLedger {
    #private;
    readonly ports: LedgerPorts;
    constructor(ports: LedgerPorts);
    /** Reservations in force. */
    get count(): number;
    /** Takes in a snapshot, and puts the reservations that it does not contain on top of it. */
    publish(snapshot: Snapshot): void;
    /** Stops serving a target; its reservations are over. */
    withdraw(target: Target): void;
    /** A backend reported or was removed: the next snapshot knows what was sent to it so far. */
    noteReport(target: Target, backendId: string): void;
    /** Adds an attempt to the view of its target. */
    reserve({ target, clusterId, backendId, inputTokens, priority }: Placement): Ticket;
    /** Takes ended reservations out of a target's view; to be called before every decision. */
    refresh(target: Target): void;
    /** How much room a target has; undefined when it is not served. */
    outlook(target: Target): Outlook | undefined;
    /** Forgets everything and leaves no timer. */
    close(): void;
}
