/**
 * One pipelined connection to one of several equal hosts that speak the Redis protocol.
 *
 * It is kept up in the background: when it breaks, when the host leaves a command unanswered, or
 * sends what is no reply, the next host of the list is tried, with growing pauses after each round.
 * While there is no connection, commands fail at once and nothing is queued.
 *
 * Why not the reconnecting of the `redis` package: it would do for Redis alone, but it knows one
 * host, and Olric is a list of them, any of which will do. Both stores are to fail and come back the
 * same way, so both stand on this.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { storeError, type StoreError } from './port.js';
import { sendCommand, type RespClient } from './resp-client.js';
import { openLink, type RespEndpoint, type RespLink, type RespTimeouts } from './resp-link.js';

/** Sends commands; texts in answers come as Buffers. */
export type RespConnection = Readonly<{
  send: (args: readonly string[], signal: AbortSignal) => TaskEither<StoreError, unknown>;
  close: () => Promise<void>;
}>;

const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 1_000;

/** Wraps a client somebody else opened and keeps connected; `close` leaves it open. */
export const borrowConnection = (client: RespClient): RespConnection => {
  let isClosed = false;
  return {
    send: (args, signal) => async () => {
      if (isClosed) return E.left(CLOSED);
      // Such a client may queue commands while it is offline; a hint is not worth the wait.
      return client.isReady
        ? sendCommand(client, args, signal)
        : E.left(storeError('unavailable', 'the client is not connected'));
    },
    close: () => {
      isClosed = true;
      return Promise.resolve();
    },
  };
};

/**
 * Opens a connection and keeps it up; resolves when it is up or every host was tried once.
 *
 * `endpoints`: at least one, in order of preference.
 */
export const openConnection = async (
  endpoints: readonly RespEndpoint[],
  timeouts: RespTimeouts,
): Promise<RespConnection> => {
  const state: State = { isClosed: false, problem: '', link: undefined, interrupt: undefined };
  let maintained: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve) => {
    maintained = maintain(state, endpoints, timeouts, resolve);
  });
  return {
    send: (args, signal) => async () => {
      if (state.isClosed) return E.left(CLOSED);
      return state.link === undefined
        ? E.left(storeError('unavailable', state.problem))
        : state.link.send(args, signal);
    },
    close: async () => {
      state.isClosed = true;
      state.interrupt?.();
      await maintained;
    },
  };
};

const CLOSED = storeError('closed', 'the store is closed');

type State = {
  isClosed: boolean;
  link: RespLink | undefined;
  /** Why there is no link. */
  problem: string;
  /** Ends what the loop below waits for. */
  interrupt: (() => void) | undefined;
};

const maintain = async (
  state: State,
  endpoints: readonly RespEndpoint[],
  timeouts: RespTimeouts,
  onFirstRound: () => void,
): Promise<void> => {
  let failures = 0;
  for (let turn = 0; !state.isClosed; turn += 1) {
    const opened = await openLink(endpoints[turn % endpoints.length]!, timeouts);
    if (E.isRight(opened)) {
      failures = 0;
      state.link = opened.right;
      onFirstRound();
      state.problem = await untilLost(state, opened.right);
      state.link = undefined;
    } else {
      failures += 1;
      state.problem = opened.left;
      if (failures === endpoints.length) onFirstRound();
    }
    await pause(state, pauseMs(failures, endpoints.length));
  }
};

const untilLost = (state: State, link: RespLink): Promise<string> => {
  state.interrupt = () => {
    link.drop(CLOSED.message);
  };
  if (state.isClosed) state.interrupt();
  return link.lost;
};

/** A short pause between hosts; after every round of failures 20, 40, 80 ... 1000 ms. */
const pauseMs = (failures: number, hostCount: number): number => {
  const rounds = failures % hostCount === 0 ? failures / hostCount : 0;
  return Math.min(FIRST_PAUSE_MS * 2 ** rounds, MAX_PAUSE_MS);
};

const pause = (state: State, delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    state.interrupt = () => {
      clearTimeout(timer);
      resolve();
    };
    if (state.isClosed) state.interrupt();
  });
