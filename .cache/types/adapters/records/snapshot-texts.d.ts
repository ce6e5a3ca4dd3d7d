import type { View } from '../../core/view.js';
/**
 * Writes the snapshots of views as JSON text.
 *
 * A reservation changes one cluster of many: what is the same as in the latest snapshot of its
 * target is not written again. Cost: a comparison per cluster, and the clusters that are new.
 */
export declare class SnapshotTexts {
    #private;
    /** Undefined when no reader would take it. */
    textOf(view: View): string | undefined;
}
