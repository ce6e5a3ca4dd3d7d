import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LastClusterTracker } from '../last-cluster/tracker.js';
import type { Telemetry } from '../../telemetry/port.js';
import type { ModelDirectory } from '../directory/port.js';
import { type EstimateInputTokens } from '../request/prompt.js';
import type { RouterLink } from './router-link.js';
/** What a gateway is built from. */
export type GatewayOptions = Readonly<{
    /** Who may use which model. */
    directory: ModelDirectory;
    /** The way to the router; the owner closes it. */
    router: RouterLink;
    /** The last-cluster memory; without it nothing is looked up or stored. */
    memory?: LastClusterTracker | undefined;
    /** Default: nothing is recorded. */
    telemetry?: Telemetry;
    /** Default: 5 + a quarter of the bytes of the prompt. */
    estimateInputTokens?: EstimateInputTokens;
    /** Longest request body. Default 32 MiB. */
    maxBodyBytes?: number;
    /** Longest silence of a client whose turn it is, uploading or reading. Default 1 min. */
    clientIdleMs?: number;
    /** Whether `/readyz` says yes. Default: always. */
    isReady?: () => boolean;
    /** Makes ids for requests without a trusted one. Default: random UUIDs. */
    newRequestId?: () => string;
}>;
/** A gateway that any `node:http` server can serve. */
export type Gateway = Readonly<{
    /** Answers one request; never throws. */
    handle: (request: IncomingMessage, response: ServerResponse) => void;
    /** Requests that are not answered in full yet. */
    openCount: () => number;
}>;
/** Longest request body by default. */
export declare const MAX_BODY_BYTES: number;
/**
 * Makes a gateway.
 *
 * @example
 * const gateway = createGateway({ directory, router, memory, telemetry });
 * createServer(gateway.handle).listen(8080, '127.0.0.1');
 */
export declare const createGateway: (options: GatewayOptions) => Gateway;
