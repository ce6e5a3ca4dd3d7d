import type { LastClusterStore } from '../stores/port.js';
/** A store to be tested, and the time it lives in. */
export type StoreSubject = Readonly<{
    /** Opens the store; stores opened one after the other may share their entries. */
    open: () => Promise<LastClusterStore>;
    /** Lets this much time pass, as the store sees it. */
    pass: (durationMs: number) => Promise<void>;
    /** A lifetime short enough to wait for, and long against the time one command takes. */
    shortTtlMs: number;
}>;
/** One law; `check` rejects with an assertion error when the store breaks it. */
export type StoreLaw = Readonly<{
    name: string;
    check: (subject: StoreSubject) => Promise<void>;
}>;
/** The laws, independent of each other. */
export declare const storeLaws: readonly StoreLaw[];
