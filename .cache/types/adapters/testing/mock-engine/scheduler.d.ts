/** How a request left the queue. */
export type Admission = Readonly<{
    kind: 'admitted';
    /** Gives the slot back; more calls do nothing. */ release: () => void;
}>
/** Slots and queue are full. */
 | Readonly<{
    kind: 'refused';
}>
/** The client went away while it waited. */
 | Readonly<{
    kind: 'gone';
}>;
/** The slots of an engine and the queue before them, first come, first served. */
export type Scheduler = Readonly<{
    enter: (signal: AbortSignal) => Promise<Admission>;
    /** Takes places away: slots first (as they come free), then places in the queue. */
    fill: (count: number) => void;
    /** Gives back all that `fill` took. */
    drain: () => void;
    counts: () => SchedulerCounts;
}>;
/** Requests in slots and in the queue; places taken by `fill` count like requests. */
export type SchedulerCounts = Readonly<{
    running: number;
    waiting: number;
}>;
/** An idle scheduler. */
export declare const createScheduler: (slots: number, maxQueue: number) => Scheduler;
