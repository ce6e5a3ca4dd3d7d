import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
export type BodyLimits = Readonly<{
    /** Largest body that can be sent again, bytes. */
    keepBytes: number;
    /** Largest body that is taken at all, bytes. */
    maxBytes: number;
    /** Longest silence of a client that has not sent all of its body, ms. */
    idleMs: number;
}>;
/** Largest body that is kept to be sent again. */
export declare const REPLAY_MAX_BYTES: number;
/**
 * A request body that goes out while it comes in, and is kept meanwhile, so that another attempt
 * can send it again from its first byte.
 *
 * It is read no faster than the engine takes it, and not before someone wants it. One that grows
 * beyond `keepBytes` is not kept any more and goes out once.
 */
export declare class ReplayableBody {
    #private;
    readonly source: IncomingMessage;
    readonly limits: BodyLimits;
    constructor(source: IncomingMessage, limits: BodyLimits);
    /** Whether `open` gives the whole body once more. */
    get isReplayable(): boolean;
    /** Whether more than `maxBytes` came. */
    get isTooLarge(): boolean;
    /** Reads the body from its first byte; a reading that is open ends. */
    open(): Readable;
    /** There will be no other attempt: what is out need not be kept. A reading that is open goes on. */
    settle(): void;
    /** Nobody wants the body any more: what is still to come is thrown away. */
    release(): void;
}
/** Whether a request says that it has a body. */
export declare const hasBody: (request: IncomingMessage) => boolean;
/** Bytes that `content-length` announces; 0 without it. */
export declare const declaredBytes: ({ headers }: IncomingMessage) => number;
