import type { Snapshot } from '../../../core/snapshot.js';
/**
 * How much room the clusters of one target have, reservations counted.
 *
 * Much coarser than a view and much cheaper to ask: it tells when deciding again is no use.
 * Without a snapshot nothing is known, and there may always be room.
 */
export declare class Outlook {
    #private;
    constructor(snapshot: Snapshot | undefined);
    /** Starts from new statistics; the reservations still in force are added afterwards. */
    reset(snapshot: Snapshot | undefined): void;
    /** A reservation was made (-1) or ended (1). */
    add(clusterId: string, slots: number): void;
    get isKnown(): boolean;
    /** Whether some cluster may take one more request, `allowance` above its slots. */
    hasRoom(allowance: number): boolean;
    /** Whether this very cluster may take one more request. */
    hasRoomAt(clusterId: string, allowance: number): boolean;
    /** Whether a ranking has any cluster, or the given one, whichever weight it uses. */
    isRanked(clusterId?: string): boolean;
}
