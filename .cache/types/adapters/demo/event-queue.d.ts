/** Things to happen in virtual time, in order; what comes at one moment keeps its order. */
export declare class EventQueue<A> {
    #private;
    add(atMs: number, event: A): void;
    /** The earliest event, taken out; undefined when there is none. */
    next(): {
        atMs: number;
        event: A;
    } | undefined;
}
