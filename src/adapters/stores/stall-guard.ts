/** Watches the commands of one connection, whose answers come in order. */
export type StallGuard = Readonly<{
  /** A command was sent. */
  begin: () => void;
  /** A command is over: answered by the server, or given up before it was sent. */
  end: (how: 'answered' | 'dropped') => void;
}>;

/**
 * Calls `onStall` when commands are waiting and none was answered for `stallMs`.
 *
 * A frozen host or a cut line leaves a TCP connection open for many minutes, and writing to it
 * goes on working; only missing answers tell.
 */
export const createStallGuard = (stallMs: number, onStall: () => void): StallGuard => {
  let pending = 0;
  let timer: NodeJS.Timeout | undefined;
  const restart = (): void => {
    clearTimeout(timer);
    timer = pending > 0 ? setTimeout(onStall, stallMs) : undefined;
  };
  return {
    begin: () => {
      pending += 1;
      if (pending === 1) restart();
    },
    end: (how) => {
      pending -= 1;
      if (how === 'answered' || pending === 0) restart();
    },
  };
};
