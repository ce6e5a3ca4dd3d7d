import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../core/codec/fault.js';
import { type ListenAddress } from '../../servers/listen-address.js';
import type { PrometheusMetrics } from '../../telemetry/prometheus.js';
import { type AcceptDocument } from './admin-listener.js';
import type { Router } from '../routing/create-router.js';
import type { ListenerLimits } from './fastify-app.js';
import type { BodyLimits } from '../proxy/replayable-body.js';
import { type UpstreamLimits } from '../proxy/upstream.js';
export type RouterServerOptions = Readonly<{
    /** Started by the server, and closed with it. */
    router: Router;
    listen: ListenAddress;
    admin?: ListenAddress | undefined;
    /** Where the page of `metrics` is answered. */
    metrics?: Readonly<{
        address: ListenAddress;
        page: PrometheusMetrics;
    }> | undefined;
    /** Takes in documents of `PUT /snapshot`. */
    accept?: AcceptDocument | undefined;
    limits: BodyLimits & ListenerLimits & UpstreamLimits & Readonly<{
        shutdownGraceMs: number;
    }>;
}>;
/** A router server that listens. */
export type RouterServer = Readonly<{
    router: Router;
    /** `host:port` of each listener. */
    addresses: Readonly<{
        listen: string;
        admin?: string;
        metrics?: string;
    }>;
    /** Ends gracefully, within `shutdownGraceMs`. */
    stop: () => Promise<void>;
}>;
/**
 * Starts the router and its listeners.
 *
 * Left when `fastify` or `undici` is not installed; rejects when an address is taken.
 */
export declare const startRouterServer: (options: RouterServerOptions) => TE.TaskEither<readonly Fault[], RouterServer>;
