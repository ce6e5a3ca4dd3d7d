import { View } from './view.js';
/** What one attempt adds to the load of the cluster it is sent to. */
export type Reservation = Readonly<{
    clusterId: string;
    /** Prompt tokens; default 0. */
    inputTokens?: number;
    /** u32, default 0; lower is more urgent. */
    priority?: number;
}>;
/**
 * A new view in which the clusters carry the given reservations; the old one is untouched.
 *
 * Each adds one running query, one queued request and its tokens, and raises the published queue
 * delays at its priority and every larger one by ceil(tokens / tps x 1000) ms. Clusters that are
 * not in the view are passed over. Cost: copies of a few small arrays.
 */
export declare const reserve: (view: View, ...reservations: readonly Reservation[]) => View;
