import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Router } from '../routing/create-router.js';
import { type BodyLimits } from './replayable-body.js';
import type { Upstream } from './upstream.js';
export type ProxyPorts = Readonly<{
    router: Router;
    upstream: Upstream;
    limits: BodyLimits;
}>;
/** Answers one HTTP request: from an engine if there is one, else with what the router says. */
export declare const proxyRequest: (ports: ProxyPorts, request: IncomingMessage, response: ServerResponse) => Promise<void>;
