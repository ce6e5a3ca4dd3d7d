import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Codec } from '../../../core/codec/codec.js';
import type { Fault } from '../../../core/codec/fault.js';
import { optional, required } from '../../../core/codec/object-codec.js';
import { nameIn } from '../../../core/codec/value-codec.js';
import { decode, passing, positiveCount, shape } from './codecs.js';
import { exactly, FAILURES, type Failure, type FailurePlan } from './failure.js';
import type { EngineParts } from './generation.js';
import type { Listener } from './listener.js';

/** What a test or a demo can do to a running engine. */
export type MockEngineControls = Readonly<{
  /**
   * Takes `count` places (default: all slots) until `drain`: slots first, as they come free, and
   * before any waiting request; then places in the queue.
   */
  fill: (count?: number) => void;
  /** Gives back all places `fill` took. */
  drain: () => void;
  /**
   * Misbehaves from the next request on; replaces an earlier failure. Rejects if the port was
   * taken by someone else while connections were refused.
   */
  fail: (failure: Failure) => Promise<void>;
  /** Makes work take `factor` times as long, from the next token or prefill on; 1 ends it. */
  slow: (factor: number) => void;
  /**
   * The state after a restart: no failure, full speed, nothing filled, empty KV cache, empty
   * request log, no responses, counters at 0. Running requests go on.
   */
  reset: () => Promise<void>;
}>;

/** The parts that controls act on. */
export type ControlledParts = EngineParts &
  Readonly<{
    slots: number;
    failures: FailurePlan;
    listener: Listener;
    /** Empties the log of requests and what was kept of answers. */
    forget: () => void;
  }>;

/** Controls over an engine; `cancelReopening` forgets a port that was to open again later. */
export const createControls = (
  parts: ControlledParts,
): Readonly<{ controls: MockEngineControls; cancelReopening: () => void }> => {
  let cancelTimer: () => void = () => undefined;

  const fail = async (failure: Failure) => {
    cancelTimer();
    parts.failures.set(failure);
    if (failure.mode !== 'connect-refuse') {
      await parts.listener.open();
      return;
    }
    parts.listener.shut();
    if (failure.forMs === undefined) return;
    cancelTimer = parts.clock.after(failure.forMs, () => {
      // A port that was taken meanwhile stays shut, which the state shows.
      parts.listener.open().catch(() => undefined);
    });
  };
  const controls: MockEngineControls = {
    fill: (count = parts.slots) => {
      parts.scheduler.fill(count);
    },
    drain: parts.scheduler.drain,
    fail,
    slow: parts.pace.slow,
    reset: async () => {
      await fail({ mode: 'none' });
      parts.pace.slow(1);
      parts.scheduler.drain();
      parts.kvCache.clear();
      parts.forget();
      parts.meter.reset();
    },
  };
  const cancelReopening = () => {
    cancelTimer();
  };
  return { controls, cancelReopening };
};

const factor = passing<number>('a number above 0', (json) => typeof json === 'number' && json > 0);

type Command =
  | Readonly<{ action: 'fill'; count?: number }>
  | Readonly<{ action: 'drain' | 'reset' }>
  | Readonly<{ action: 'slow'; factor: number }>;

/** An order to the engine, from the body of `POST /mock/control`. */
export type ControlCommand = Command | Readonly<{ action: 'fail'; failure: Failure }>;

const action = required(
  'action',
  nameIn<ControlCommand['action']>(['fill', 'drain', 'slow', 'reset', 'fail']),
);

const COMMANDS: Readonly<Record<Command['action'], Codec<Command>>> = {
  fill: exactly({ action, count: optional('count', positiveCount) }) as Codec<Command>,
  drain: exactly({ action }) as Codec<Command>,
  slow: exactly({ action, factor: required('factor', factor) }) as Codec<Command>,
  reset: exactly({ action }) as Codec<Command>,
};

const actionHead = shape<Pick<ControlCommand, 'action'>>({ action });
const modes = Object.keys(FAILURES) as readonly Failure['mode'][];
const modeHead = shape<Pick<Failure, 'mode'>>({ mode: required('mode', nameIn(modes)) });

/**
 * Reads an order: an object with an `action` and the fields of that action, names in snake_case.
 *
 * Unknown fields are faults: a misspelt one would make a test pass for the wrong reason.
 */
export const parseControlCommand = (body: unknown): Either<Fault, ControlCommand> =>
  pipe(
    decode(actionHead, body),
    E.flatMap((head): Either<Fault, ControlCommand> => {
      if (head.action !== 'fail') return decode(COMMANDS[head.action], body);
      const fields = Object.fromEntries(
        Object.entries(body as object).filter(([name]) => name !== 'action'),
      );
      return pipe(
        decode(modeHead, fields),
        E.flatMap(({ mode }) => decode(FAILURES[mode] as Codec<Failure>, fields)),
        E.map((failure) => ({ action: 'fail', failure })),
      );
    }),
  );
