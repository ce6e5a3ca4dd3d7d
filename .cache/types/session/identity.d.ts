import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
/** Where a session id was found. */
export type SessionSource = 'prompt_cache_key' | 'conversation_id' | 'header' | 'payload';
/** The session of one request. */
export type SessionIdentity = Readonly<{
    source: SessionSource;
    /** What the response carries back in `x-multi-turn-session-id`; of a payload, its key. */
    sessionId: string;
    /** Value of `x-cache-affinity-key`. */
    affinityKey: string;
    /** Whether the last cluster of this session is remembered: false for payload sessions. */
    eligible: boolean;
}>;
/** Why a request is answered with 400. The message never repeats a session id. */
export type SessionFault = Readonly<{
    source: SessionSource;
    message: string;
}>;
/** The parts of a request that tell its session. */
export type SessionRequest = Readonly<{
    /** Chat completions, responses, or any other path, where only the header counts. */
    kind: 'chat' | 'responses' | 'other';
    /** The parsed JSON body, if any. */
    body?: unknown;
    /** Raw value of `x-multi-turn-session-id`: one character per byte, as node and Fetch give it. */
    header?: string | undefined;
}>;
/** Longest session id, in bytes of UTF-8. */
export declare const SESSION_ID_MAX_BYTES = 256;
/**
 * Tells the session of a request, or that it has none.
 *
 * Left when an id is not 1 to 256 bytes of well-formed text without control characters, or a body
 * value has another type; the header is checked even when a body value wins. `null` and "" in the
 * body count as absent. Cost: one SHA-256 of the id, or of the whole payload.
 *
 * @example
 * sessionIdentity({ kind: 'chat', body: { prompt_cache_key: 'chat-7' } });
 * // right(some({ source: 'prompt_cache_key', sessionId: 'chat-7', eligible: true, ... }))
 */
export declare const sessionIdentity: (request: SessionRequest) => E.Either<SessionFault, O.Option<SessionIdentity>>;
