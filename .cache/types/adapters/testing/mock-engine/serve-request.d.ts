import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FailurePlan } from './failure.js';
import type { RouteParts } from './routes.js';
/** What the handling of a request needs of an engine. */
export type ServeParts = RouteParts & Readonly<{
    failures: FailurePlan;
}>;
/** Bytes of a request body the engine reads. */
export declare const MAX_BODY_BYTES: number;
/** Takes one HTTP request from its body to its answer. */
export declare const serveRequest: (parts: ServeParts, request: IncomingMessage, response: ServerResponse) => Promise<void>;
