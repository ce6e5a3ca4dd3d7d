import type { RecordedDecision } from '../runtime/route.js';
import type { SnapshotTexts } from './snapshot-texts.js';
/** A decision, with what else `homeward decide` prints of it. */
export type RecordEntry = RecordedDecision & Readonly<{
    /** The original affinity order; undefined where there is none. */
    order: readonly string[] | undefined;
}>;
/** Makes the lines of one file, from its first or from any later one. */
export declare class RecordEncoder {
    #private;
    readonly texts: SnapshotTexts;
    constructor(texts: SnapshotTexts);
    /**
     * The record of a decision as line `number` of the file, without line feed.
     *
     * Undefined when JSON cannot hold it, or no reader would take it: a service may decide on
     * requests and snapshots that no codec has seen, and reservations may add up beyond 2^53.
     */
    encode(entry: RecordEntry, number: number): string | undefined;
}
