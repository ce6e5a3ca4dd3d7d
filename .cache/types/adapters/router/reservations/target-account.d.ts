import { type Reservation } from '../../../core/reserve.js';
import type { Snapshot, Target } from '../../../core/snapshot.js';
import type { View } from '../../../core/view.js';
import { Outlook } from '../waiting/outlook.js';
/** A reservation in force. */
export type Entry = Readonly<{
    backendId: string;
    reservation: Reservation;
}>;
/** The reservations of one target, and the view they are added to. */
export declare class TargetAccount {
    #private;
    readonly install: (view: View) => void;
    readonly outlook: Outlook;
    /** `snapshot` is what `base` was made of, where that is known. */
    constructor(snapshot: Snapshot | undefined, base: View, install: (view: View) => void);
    get target(): Target;
    get view(): View;
    get entries(): ReadonlySet<Entry>;
    /** Builds on a new view. Returns the entries it has made superfluous. */
    rebase(snapshot: Snapshot | undefined, base: View): readonly Entry[];
    add(entry: Entry): void;
    /** False when it has ended before. Decisions see the end after `refresh`. */
    end(entry: Entry): boolean;
    /** The statistics of a backend are new, and the next snapshot brings them. */
    markReported(backendId: string): void;
    /** Takes ended reservations out of the view: one rebuild, however many have ended. */
    refresh(): void;
}
