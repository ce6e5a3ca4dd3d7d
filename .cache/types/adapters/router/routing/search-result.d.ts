import type { Selected } from '../../../core/decision.js';
import type { Backend } from '../../fleet/port.js';
import { type RouterAnswer } from './answer.js';
import type { Ticket } from '../reservations/reservation-ledger.js';
import type { Trip } from './trip.js';
/** A backend that has been chosen, and the place reserved on it. */
export type Found = Readonly<{
    kind: 'found';
    selected: Selected;
    backend: Backend;
    ticket: Ticket;
}>;
/** How a search ends. */
export type SearchResult = Found | Readonly<{
    kind: 'refused';
    answer: RouterAnswer;
    outcome: 'timeout' | 'unavailable';
}>
/** The retry budget ended while it waited. */
 | Readonly<{
    kind: 'budget_over';
}> | Readonly<{
    kind: 'aborted';
}>;
/** The end of a search that found nothing. */
export declare const refuse: (answer: RouterAnswer, outcome?: "timeout" | "unavailable") => SearchResult;
/** 503, and why. */
export declare const noCapacity: (trip: Trip, why: string) => RouterAnswer;
/** How messages name the target. */
export declare const nameOf: ({ target }: Trip) => string;
/** What is reported of a wait that ended so. */
export declare const waitOutcome: (result: SearchResult) => Trip["waitOutcome"];
