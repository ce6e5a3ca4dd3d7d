import type { View } from '../../core/view.js';
/** A cluster the demo makes up. */
export type PoolCluster = Readonly<{
    clusterId: string;
    rttMs: number;
    slots: number;
    prefillTokensPerSecond: number;
}>;
/** The view of a pool of idle clusters; load comes in as reservations. */
export declare const idlePoolView: (pool: readonly PoolCluster[]) => View;
