/** Runs something once, later in this turn of the event loop or in the next; the result cancels. */
export type Defer = (run: () => void) => () => void;
/** Publishes whatever was marked, at most once per turn of the event loop. */
export type Publisher<A> = Readonly<{
    mark: (item: A) => void;
    /** It is not to be published any more. */
    forget: (item: A) => void;
    /** Publishes what is marked now rather than later. */
    flush: () => void;
    close: () => void;
}>;
/** Makes a publisher; `defer` is `setImmediate` unless a test hands in its own. */
export declare const createPublisher: <A>(publish: (item: A) => void, defer?: Defer) => Publisher<A>;
