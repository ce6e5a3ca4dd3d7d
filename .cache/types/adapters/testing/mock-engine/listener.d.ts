import type { IncomingMessage, ServerResponse } from 'node:http';
/** The door of the engine: a port that can be shut and opened again. */
export type Listener = Readonly<{
    /** Listens, on the same port as before if there was one; fails if the port is taken. */
    open: () => Promise<void>;
    /** Refuses new connections and closes idle ones; running requests go on. */
    shut: () => void;
    isOpen: () => boolean;
    /** 0 before the first `open`. */
    port: () => number;
    openSocketCount: () => number;
    /** Shuts for good and cuts every connection; resolves when all are closed. */
    close: () => Promise<void>;
    /** Resolves when no connection is left. */
    untilIdle: () => Promise<void>;
}>;
/** A door that is shut. */
export declare const createListener: (address: Readonly<{
    host: string;
    port: number;
}>, handle: (request: IncomingMessage, response: ServerResponse) => void) => Listener;
