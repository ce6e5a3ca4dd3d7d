import type { PlannedOrder } from './planned-order.js';
/** Cluster indices of one target in an affinity order, first choice first. */
export type Order = Uint16Array | Uint32Array;
/** Anything that holds memory on behalf of a target and can give it back. */
export interface Evictable {
    /** `MemoBudget.tick` of the last use. */
    usedAt: number;
    /** Gives back the least useful part; returns false when nothing is left. */
    shrink: () => boolean;
}
/**
 * The byte budget that all affinity orders and rings of a process share.
 *
 * What was used least recently goes first. At most `maxMemos` memos live at a time, so that
 * neither many policies nor many targets can pass the limit.
 */
export declare class MemoBudget {
    #private;
    /** Default 64 MiB. */
    readonly limitBytes: number;
    /** Default 1,024. */
    readonly maxMemos: number;
    tick: number;
    constructor(
    /** Default 64 MiB. */
    limitBytes?: number, 
    /** Default 1,024. */
    maxMemos?: number);
    /** Bytes accounted for now. */
    get bytes(): number;
    /** Memos and rings alive now. */
    get size(): number;
    join(member: Evictable, bytes: number): void;
    leave(member: Evictable, bytes: number): void;
    charge(bytes: number): void;
    refund(bytes: number): void;
}
/**
 * Remembers affinity orders by affinity key, least recently used out.
 *
 * Invisible: a lookup gives what computing the order anew would give.
 */
export declare class OrderMemo implements Evictable {
    #private;
    readonly budget: MemoBudget;
    /** Called when nothing is left. */
    readonly onEmpty: () => void;
    usedAt: number;
    constructor(budget: MemoBudget, 
    /** Called when nothing is left. */
    onEmpty: () => void);
    get(key: string): PlannedOrder | undefined;
    set(key: string, plain: PlannedOrder): void;
    shrink(): boolean;
    /** Gives everything back at once. A later `set` starts over. */
    release(): void;
}
/** Whether an affinity key is short enough to be remembered. */
export declare const isMemorable: (key: string) => boolean;
