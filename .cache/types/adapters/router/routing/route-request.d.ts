import * as E from 'fp-ts/lib/Either.js';
import type { Backend } from '../../fleet/port.js';
import type { TrustedHeaders } from '../../http/index.js';
import { type RouterAnswer } from './answer.js';
import { type LoopPorts, type Sending } from './routing-loop.js';
/** How one request is sent, and who may break it off. */
export type RouteOptions<Sent> = Sending<Sent> & Readonly<{
    /** Aborts when the client goes away. */
    signal?: AbortSignal | undefined;
    /** W3C headers of the caller, by lower-case name. */
    traceHeaders?: Readonly<Record<string, string | undefined>>;
    /** Clock time at which the request arrived. Default: now. */
    arrivedMs?: number;
}>;
/** A response of an engine, and the backend it came from. */
export type Routed<Sent> = Readonly<{
    sent: Sent;
    backend: Backend;
}>;
/** Takes one request from its headers to the response of an engine, or says why there is none. */
export declare const routeRequest: <Sent>(ports: LoopPorts, request: TrustedHeaders, options: RouteOptions<Sent>) => Promise<E.Either<RouterAnswer, Routed<Sent>>>;
