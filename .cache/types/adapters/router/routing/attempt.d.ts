import type { Telemetry } from '../../telemetry/port.js';
import { type RouterAnswer } from './answer.js';
import type { SearchPorts } from './cluster-search.js';
import type { Ticket } from '../reservations/reservation-ledger.js';
import type { Send, SendOrder, SendOutcome } from './send.js';
import type { Trip } from './trip.js';
export type AttemptPorts = Pick<SearchPorts, 'fleet'> & Readonly<{
    telemetry: Telemetry;
}>;
/** Where one attempt goes, and why. */
export type Attempt = Pick<SendOrder, 'backend' | 'expectedQueueMs' | 'reason'> & Readonly<{
    ticket: Ticket;
}>;
export type Failed = Extract<SendOutcome<unknown>, {
    kind: 'not_connected' | 'broken';
}>;
/** Sends a request once; accounts for its reservation, its backend and its failure. */
export declare const attemptOnce: <Sent>({ fleet, telemetry }: AttemptPorts, trip: Trip, send: Send<Sent>, { ticket, ...attempt }: Attempt) => Promise<SendOutcome<Sent>>;
/** What a client is told of a failure that is not tried again. */
export declare const failureAnswer: ({ isTimeout, message, kind }: Failed) => RouterAnswer;
