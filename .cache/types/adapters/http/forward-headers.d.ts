import type { HeaderSource } from './header-source.js';
/** What the router adds to a request it sends to an engine. */
export type EngineAdditions = Readonly<{
    /** Queue estimate at selection; left out when undefined or not finite. */
    expectedQueueMs?: number | undefined;
    /** W3C headers of the router span; without a `traceparent` the caller's context passes. */
    trace?: Readonly<Record<string, string>>;
}>;
/** What the router adds to a response that came from an engine. */
export type ClientAdditions = Readonly<{
    clusterId: string;
    inferenceServerId: string;
}>;
/**
 * Makes the headers of an engine request: all of the caller's except those the router consumes
 * and those of the connection, then the additions.
 *
 * Order, spelling, values and duplicates stay. `host` is left to the HTTP client: undici and
 * fetch write it; node's `http.request` does not when it gets a flat list, so add it there.
 */
export declare const headersForEngine: (source: HeaderSource, added: EngineAdditions) => string[];
/**
 * Makes the headers of the response to the gateway: all of the engine's except retry metadata
 * and those of the connection, then which cluster and backend answered.
 *
 * An id that holds control characters cannot be sent and is left out.
 */
export declare const headersForClient: (source: HeaderSource, added: ClientAdditions) => string[];
