import * as E from 'fp-ts/lib/Either.js';
import { type Fault } from '../../core/codec/fault.js';
import type { Clock } from '../time/clock.js';
/** What a fetch may cost, and when it is not wanted any more. */
export type FetchTextOptions = Readonly<{
    clock: Clock;
    /** For the whole answer, its body included. */
    timeoutMs: number;
    /** Of the body, after decompression. */
    maxBytes: number;
    headers?: Readonly<Record<string, string>>;
    signal: AbortSignal;
}>;
/** A body, and the time until its first byte. */
export type FetchedText = Readonly<{
    text: string;
    rttMs: number;
}>;
/**
 * Gets a text over HTTP, bounded in time and size; redirects are not followed.
 *
 * Left with code `missing` when there was no whole answer, `invalid_value` when its status was not
 * 200 and `out_of_range` when it was too large.
 */
export declare const fetchText: (url: string, options: FetchTextOptions) => Promise<E.Either<Fault, FetchedText>>;
/** Whether nobody answered, as opposed to a wrong answer. */
export declare const isNoAnswer: ({ code, path }: Fault) => boolean;
/** A URL as it may be logged: without user, password and query. */
export declare const withoutSecrets: (url: string) => string;
