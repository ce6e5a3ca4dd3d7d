import type * as t from 'io-ts';
import type { EngineName } from '../../engine-metrics/read-engine-page.js';
/** The metrics page of a backend. */
export type MetricsDefinition = Readonly<{
    kind: 'prometheus';
    engine: EngineName;
    /** From poll to poll. */
    intervalMs: number;
    /** Served model name, where the page shows several. */
    modelName?: string;
    /** Below the URL of the backend. */
    path: string;
    /** Where it is not that of the backend. */
    port?: number;
}>;
/** Decodes the `source` of a backend. */
export declare const metricsDefinitionCodec: t.Type<Readonly<{
    kind: "prometheus";
    engine: EngineName;
    /** From poll to poll. */
    intervalMs: number;
    /** Served model name, where the page shows several. */
    modelName?: string;
    /** Below the URL of the backend. */
    path: string;
    /** Where it is not that of the backend. */
    port?: number;
}>, Readonly<Record<string, unknown>>, unknown>;
