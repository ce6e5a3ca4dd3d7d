import * as TE from 'fp-ts/lib/TaskEither.js';
import type * as PromClient from 'prom-client';
import type { Fault } from '../../core/codec/fault.js';
import { type MetricPrefixes, type MetricSpec } from './metrics.js';
import type { Metrics } from './port.js';
export type PrometheusOptions = Readonly<{
    /** Where the metrics are registered; default: the client's own registry. */
    registry?: PromClient.Registry;
    /** Default: `stargate_` for the router's metrics, `llm_api_gateway_` for the gateway's. */
    prefixes?: Partial<MetricPrefixes>;
    /** Which services' metrics to register; default: both. */
    roles?: readonly MetricSpec['role'][];
    /** Distinct (routing_key, model) pairs with series of their own; later ones are `other`. */
    maxTargets?: number;
}>;
/** Metrics that can be shown on a page. */
export type PrometheusMetrics = Metrics & Readonly<{
    /** Value of the `content-type` header of `page`. */
    contentType: string;
    /** Everything in the registry, in Prometheus text format. */
    page: () => Promise<string>;
}>;
/**
 * Reports metrics to prom-client, given as a module.
 *
 * Metrics that the registry already has under the same name are used, so several engines of one
 * process can share it. Never throws while counting: values that cannot be counted are ignored.
 *
 * @example
 * const metrics = createPrometheusMetrics(await import('prom-client'));
 */
export declare const createPrometheusMetrics: (client: Pick<typeof PromClient, "Counter" | "Gauge" | "Histogram" | "register">, options?: PrometheusOptions) => PrometheusMetrics;
/** The same with the package loaded now; a fault names it when it is not installed. */
export declare const loadPrometheusMetrics: (options?: PrometheusOptions) => TE.TaskEither<Fault, PrometheusMetrics>;
