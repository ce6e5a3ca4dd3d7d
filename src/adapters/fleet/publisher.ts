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
export const createPublisher = <A>(
  publish: (item: A) => void,
  defer: Defer = deferToImmediate,
): Publisher<A> => {
  const marked = new Set<A>();
  let cancel: (() => void) | undefined;

  const flush = (): void => {
    cancel?.();
    cancel = undefined;
    const items = [...marked];
    marked.clear();
    for (const item of items) publish(item);
  };
  return {
    mark: (item) => {
      marked.add(item);
      cancel ??= defer(flush);
    },
    forget: (item) => {
      marked.delete(item);
    },
    flush,
    close: () => {
      cancel?.();
      marked.clear();
    },
  };
};

const deferToImmediate: Defer = (run) => {
  const immediate = setImmediate(run);
  return () => {
    clearImmediate(immediate);
  };
};
