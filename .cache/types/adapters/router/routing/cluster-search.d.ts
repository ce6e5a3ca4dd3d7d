import type { Backend, Fleet } from '../../fleet/port.js';
import type { Engine } from '../../runtime/index.js';
import type { Clock } from '../../time/clock.js';
import type { HintWatch } from './hint-watch.js';
import type { ReservationLedger, Ticket } from '../reservations/reservation-ledger.js';
import { type SearchResult } from './search-result.js';
import { type Trip } from './trip.js';
import type { WaitingRooms } from '../waiting/waiting-rooms.js';
export type SearchPorts = Readonly<{
    engine: Engine;
    clock: Clock;
    fleet: Fleet;
    ledger: ReservationLedger;
    rooms: WaitingRooms;
    hints: HintWatch;
}>;
/** Searches until a place is reserved or there is nothing to wait for any more. */
export declare const searchCluster: (ports: SearchPorts, trip: Trip, budgetMs?: number) => Promise<SearchResult>;
/** Reserves a place on a backend for a request. */
export declare const placeOn: ({ ledger }: Pick<SearchPorts, "ledger">, { target, request }: Trip, { id, clusterId }: Backend) => Ticket;
