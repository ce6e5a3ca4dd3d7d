import type { View } from '../../core/view.js';
/** The views whose snapshots a file carries, as far as its readers still have them. */
export declare class CarriedViews {
    #private;
    /** The line to refer to; undefined when the snapshot has to be written. Readers keep it longer. */
    lineOf(view: View): number | undefined;
    /** Line `number` carries the snapshot of the view. */
    add(view: View, number: number): void;
}
