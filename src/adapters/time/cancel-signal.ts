/**
 * Tells once that something is not wanted any more. An `AbortSignal` is one; on a hot path a
 * lighter object does as well.
 */
export type CancelSignal = Readonly<{
  aborted: boolean;
  addEventListener: (
    type: 'abort',
    listener: () => void,
    options?: Readonly<{ once?: boolean }>,
  ) => void;
  removeEventListener: (type: 'abort', listener: () => void) => void;
}>;

/** The same as an `AbortSignal`, for functions that take nothing else. */
export const toAbortSignal = (signal: CancelSignal): AbortSignal => {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  return controller.signal;
};
