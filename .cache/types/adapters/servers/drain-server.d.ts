import type { Server } from 'node:http';
/** Ends a server without cutting off what it is doing. */
export type Drain = Readonly<{
    /** Responses under way. */
    openCount: () => number;
    /** Stops accepting, lets responses end for up to `graceMs`, then cuts. Resolves when all is shut. */
    drain: (graceMs: number) => Promise<void>;
}>;
/** Watches a server, so that it can be drained later. */
export declare const watchServer: (server: Server) => Drain;
