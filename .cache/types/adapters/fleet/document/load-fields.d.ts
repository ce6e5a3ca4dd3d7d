import type { ClusterStats } from '../../../core/snapshot.js';
/** Whether statistics tell of load, and so are a report rather than configuration. */
export declare const tellsLoad: (stats: Partial<ClusterStats>) => boolean;
/** What is left of a report that is too old to tell of load. */
export declare const withoutLoad: (stats: Partial<ClusterStats>) => Partial<ClusterStats>;
