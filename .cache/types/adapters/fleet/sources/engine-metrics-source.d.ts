import type { ClusterStats } from '../../../core/snapshot.js';
import type { Clock } from '../../time/clock.js';
import { type EngineName, type EnginePageSettings } from '../../engine-metrics/read-engine-page.js';
import type { Source } from '../../time/source.js';
/** What one poll of an engine's page gave. */
export type EngineReport = Readonly<{
    /** A field is absent when the page does not say. */
    stats: Partial<ClusterStats>;
    /** Smoothed round trip. */
    rttMs: number;
}>;
/** Where a page is, and how it is read. */
export type EngineMetricsOptions = Readonly<{
    url: string;
    engine: EngineName;
    intervalMs: number;
    page: EnginePageSettings;
    /** For a whole page. */
    timeoutMs: number;
    /** Default 8 MiB. */
    maxBytes?: number;
    clock: Clock;
    /** Place in the interval, [0, 1), by URL. Default: a hash of it. */
    phaseOf?: (name: string) => number;
}>;
/**
 * The metrics page of one engine, polled. A page that is late, too large or not one of the engine
 * is refused.
 *
 * The round trip is the time to the first byte of the page, smoothed; making the page is part of
 * it, and so is connecting at the first poll.
 */
export declare const createEngineMetricsSource: (options: EngineMetricsOptions) => Source<EngineReport>;
