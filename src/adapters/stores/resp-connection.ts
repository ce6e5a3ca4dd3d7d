/**
 * One pipelined connection to one of several equal hosts that speak the Redis protocol.
 *
 * It is kept up in the background: when it breaks, when the host leaves a command unanswered, or
 * sends what is no reply, the next host of the list is tried, with growing pauses after each round.
 * While there is no connection, commands fail at once and nothing is queued.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { storeError, type StoreError } from './port.js';
import { describeError, type OwnedRespClient, type RespClient } from './resp-client.js';
import { createStallGuard } from './stall-guard.js';

/** Sends commands; texts in answers come as Buffers. */
export type RespConnection = Readonly<{
  send: (args: readonly string[], signal: AbortSignal) => TaskEither<StoreError, unknown>;
  close: () => Promise<void>;
}>;

/** One host of a connection: how to open a client, and what to send it first. */
export type RespEndpoint = Readonly<{
  name: string;
  open: () => OwnedRespClient;
  greetings: readonly string[][];
}>;

/** How long a host may stay silent, in ms. */
export type RespPatience = Readonly<{
  /** While greeting it. */
  connectTimeoutMs: number;
  /** Under a command, before the connection is given up. */
  stallMs: number;
}>;

export const DEFAULT_PATIENCE: RespPatience = { connectTimeoutMs: 1_000, stallMs: 1_000 };

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
        ? sendTo(client, args, signal)
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
  patience: RespPatience,
): Promise<RespConnection> => {
  const state: State = { isClosed: false, problem: 'not connected yet', link: undefined };
  let firstRoundOver: () => void = () => undefined;
  const firstRound = new Promise<void>((resolve) => (firstRoundOver = resolve));
  const maintained = maintain(state, endpoints, patience, firstRoundOver);
  await firstRound;
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

type State = {
  isClosed: boolean;
  /** Why there is no link. */
  problem: string;
  link: Link | undefined;
  /** Ends what the loop below waits for. */
  interrupt?: () => void;
};

type Link = Readonly<{
  send: (args: readonly string[], signal: AbortSignal) => Promise<E.Either<StoreError, unknown>>;
}>;

const CLOSED = storeError('closed', 'the store is closed');

const maintain = async (
  state: State,
  endpoints: readonly RespEndpoint[],
  patience: RespPatience,
  firstRoundOver: () => void,
): Promise<void> => {
  let failures = 0;
  for (let turn = 0; !state.isClosed; turn += 1) {
    const wasUp = await holdLink(
      state,
      endpoints[turn % endpoints.length]!,
      patience,
      firstRoundOver,
    );
    failures = wasUp ? 0 : failures + 1;
    if (failures >= endpoints.length) firstRoundOver();
    await pause(state, pauseMs(failures, endpoints.length));
  }
  firstRoundOver();
};

/** A short pause between hosts; after every round of failures 20, 40, 80 ... 1000 ms. */
const pauseMs = (failures: number, hostCount: number): number => {
  const rounds = failures % hostCount === 0 ? failures / hostCount : 0;
  return Math.min(FIRST_PAUSE_MS * 2 ** rounds, MAX_PAUSE_MS);
};

const pause = (state: State, delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    if (state.isClosed) {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, delayMs);
    state.interrupt = () => {
      clearTimeout(timer);
      resolve();
    };
  });

/** Connects to a host and stays until the connection is lost; tells whether it was ever up. */
const holdLink = async (
  state: State,
  endpoint: RespEndpoint,
  patience: RespPatience,
  onUp: () => void,
): Promise<boolean> => {
  const client = endpoint.open();
  let isLost = false;
  let lose: (problem: string) => void = () => undefined;
  const lost = new Promise<void>((resolve) => {
    lose = (problem) => {
      // A client may report errors late, when the link is already another one's.
      if (isLost) return;
      isLost = true;
      state.link = undefined;
      state.problem = `${endpoint.name}: ${problem}`;
      destroyQuietly(client);
      resolve();
    };
  });
  // After any error, a reply it could not read included, answers may no longer fit the commands.
  client.on('error', (error) => {
    lose(describeError(error));
  });
  try {
    await client.connect();
    // Only now: a client that is destroyed while its socket connects leaves the socket open.
    state.interrupt = () => {
      lose('the store is closed');
    };
    if (state.isClosed) return false;
    await greet(client, endpoint, patience.connectTimeoutMs, lose);
    state.link = createLink(client, patience.stallMs, lose);
    onUp();
    await lost;
    return true;
  } catch (error) {
    lose(describeError(error));
    return false;
  } finally {
    destroyQuietly(client);
  }
};

const greet = async (
  client: OwnedRespClient,
  endpoint: RespEndpoint,
  timeoutMs: number,
  lose: (problem: string) => void,
): Promise<void> => {
  const timer = setTimeout(() => {
    lose(`no answer within ${String(timeoutMs)} ms`);
  }, timeoutMs);
  try {
    for (const command of endpoint.greetings) await client.sendCommand(command);
  } finally {
    clearTimeout(timer);
  }
};

const createLink = (
  client: OwnedRespClient,
  stallMs: number,
  lose: (problem: string) => void,
): Link => {
  const guard = createStallGuard(stallMs, () => {
    lose(`no answer within ${String(stallMs)} ms`);
  });
  return {
    send: async (args, signal) => {
      guard.begin();
      const answer = await sendTo(client, args, signal);
      guard.end(E.isLeft(answer) && answer.left.reason !== 'refused' ? 'dropped' : 'answered');
      return answer;
    },
  };
};

/** Type number of texts in the Redis protocol, for the client's type mapping. */
const BULK_TEXT = '$'.charCodeAt(0);
const TEXTS_AS_BUFFERS = { [BULK_TEXT]: Buffer };

const sendTo = async (
  client: RespClient,
  args: readonly string[],
  signal: AbortSignal,
): Promise<E.Either<StoreError, unknown>> => {
  if (signal.aborted) return E.left(storeError('cancelled', 'cancelled before it began'));
  try {
    const options = { abortSignal: signal, typeMapping: TEXTS_AS_BUFFERS };
    return E.right(await client.sendCommand([...args], options));
  } catch (error) {
    if (signal.aborted) return E.left(storeError('cancelled', describeError(error)));
    return E.left(storeError(client.isReady ? 'refused' : 'unavailable', describeError(error)));
  }
};

const destroyQuietly = (client: OwnedRespClient): void => {
  try {
    client.destroy();
  } catch {
    // It was closed already.
  }
};
