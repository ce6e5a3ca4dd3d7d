import type { Fault } from '../../core/codec/fault.js';

/** What a source reports to its owner. */
export type SourceListener<A> = Readonly<{
  /**
   * `askedAtMs` is the clock time at which it was asked for: what happened later is not in it.
   * Without one it counts as made at this moment.
   */
  onValue: (value: A, askedAtMs?: number) => void;
  /** Something was refused or missing; what was there before stays. */
  onRefused: (faults: readonly Fault[]) => void;
  /** Changes may be seen late, how late, and why; nothing is refused. */
  onUnwatched?: (message: string) => void;
}>;

/**
 * Where something that changes comes from: a document of the fleet, the statistics of one engine,
 * the addresses of a host name.
 *
 * A source never throws or rejects, never has two questions on their way at a time, and delivers
 * nothing once `close` was called.
 */
export type Source<A> = Readonly<{
  /** What it is, for logs; without secrets. */
  name: string;
  /** Resolves when the first answer was delivered or refused. */
  start: (listener: SourceListener<A>) => Promise<void>;
  /** Asks as soon as possible rather than when it is due; where there is nothing to ask, absent. */
  reload?: () => void;
  close: () => Promise<void>;
}>;
