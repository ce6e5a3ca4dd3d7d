/**
 * One open connection to one host, from the greeting to its loss.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from './port.js';
import type { OwnedRespClient } from './resp-client.js';
/** A connection that is up; once lost it stays lost. */
export type RespLink = Readonly<{
    send: (args: readonly string[], signal: AbortSignal) => Promise<E.Either<StoreError, unknown>>;
    drop: (problem: string) => void;
    /** Resolves with the problem when the connection is lost or dropped. */
    lost: Promise<string>;
}>;
/** One host: how to open a client, and what to send it first. */
export type RespEndpoint = Readonly<{
    name: string;
    open: () => OwnedRespClient;
    greetings: readonly string[][];
}>;
/** How long a host may stay silent, in ms. */
export type RespPatience = Readonly<{
    /** While connecting, and again while greeting it. */
    connectTimeoutMs: number;
    /** Under a command, before the connection is given up. */
    stallMs: number;
}>;
/** Connects to a host and greets it; left with the problem. Never rejects. */
export declare const openLink: (endpoint: RespEndpoint, patience: RespPatience) => Promise<E.Either<string, RespLink>>;
