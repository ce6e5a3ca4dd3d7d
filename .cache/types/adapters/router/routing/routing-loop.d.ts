/**
 * One request from its headers to the response of an engine: search, send, and try again.
 *
 * A cluster that failed is ruled out for the rest of the request. What an engine may have begun
 * to execute is never sent a second time.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { Backend } from '../../fleet/port.js';
import { type RouterAnswer } from './answer.js';
import { type AttemptPorts } from './attempt.js';
import { type SearchPorts } from './cluster-search.js';
import type { Send, SendOutcome } from './send.js';
import type { Trip } from './trip.js';
export type LoopPorts = SearchPorts & AttemptPorts;
/** How a request is sent, and whether it can be sent again. */
export type Sending<Sent> = Readonly<{
    send: Send<Sent>;
    /** Whether the body can be sent from its first byte once more. Default: it can. */
    canReplay?: (() => boolean) | undefined;
}>;
/** A response, and the backend it came from. */
export type Answered<Sent> = Readonly<{
    outcome: Extract<SendOutcome<Sent>, {
        kind: 'answered';
    }>;
    backend: Backend;
}>;
/** What a request comes to. */
export type LoopResult<Sent> = E.Either<RouterAnswer, Answered<Sent>>;
/** Sends a request until an engine has answered it or nothing is left to try. */
export declare const runLoop: <Sent>(ports: LoopPorts, trip: Trip, sending: Sending<Sent>) => Promise<LoopResult<Sent>>;
