/**
 * One open connection to one host, from the handshake to its loss.
 */
import * as E from 'fp-ts/lib/Either.js';
import {
  requireInRange,
  TIMER_MS,
  withDefaults,
  type Given,
  type OptionRanges,
} from '../../core/codec/option-ranges.js';
import { describeError } from '../node/error-text.js';
import type { StoreError } from './port.js';
import { sendCommand, type OwnedRespClient } from './resp-client.js';

/** A connection that is up; once lost it stays lost. */
export type RespLink = Readonly<{
  send: (args: readonly string[], signal: AbortSignal) => Promise<E.Either<StoreError, unknown>>;
  drop: (problem: string) => void;
  /** Resolves with the problem when the connection is lost or dropped. */
  lost: Promise<string>;
}>;

/** One host: how to open a client, and what to send it first. */
export type RespEndpoint = Readonly<{
  name: string;
  open: () => OwnedRespClient;
  handshake: readonly string[][];
}>;

/** How long a host may stay silent, in ms, 1 to 2^31-1. */
export type RespTimeouts = Readonly<{
  /** While connecting, and again during the handshake. */
  connectTimeoutMs: number;
  /** Under a command, before the connection is given up. */
  stallMs: number;
}>;

export const DEFAULT_TIMEOUTS: RespTimeouts = { connectTimeoutMs: 1_000, stallMs: 1_000 };

const RANGES: OptionRanges<keyof RespTimeouts> = { connectTimeoutMs: TIMER_MS, stallMs: TIMER_MS };

/** The timeouts with what was not given at its default; throws a RangeError on a bad one. */
export const timeoutsOf = (maker: string, given?: Given<RespTimeouts>): RespTimeouts => {
  requireInRange(maker, RANGES, given, 'timeouts.');
  return withDefaults(DEFAULT_TIMEOUTS, given);
};

/** Connects to a host and makes the handshake; left with the problem. Never rejects. */
export const openLink = async (
  endpoint: RespEndpoint,
  timeouts: RespTimeouts,
): Promise<E.Either<string, RespLink>> => {
  const opened = E.tryCatch(endpoint.open, describeError);
  if (E.isLeft(opened)) return E.left(`${endpoint.name}: ${opened.left}`);
  const client = opened.right;
  const { lost, drop } = watchForLoss(client, endpoint.name);
  try {
    await client.connect();
    const timer = setTimeout(drop, timeouts.connectTimeoutMs, silence(timeouts.connectTimeoutMs));
    try {
      for (const command of endpoint.handshake) await client.sendCommand(command);
    } finally {
      clearTimeout(timer);
    }
    return E.right({ send: createSend(client, timeouts.stallMs, drop), drop, lost });
  } catch (error) {
    drop(describeError(error));
    return E.left(await lost);
  }
};

const watchForLoss = (client: OwnedRespClient, name: string): Pick<RespLink, 'lost' | 'drop'> => {
  let resolve: (problem: string) => void = () => undefined;
  const lost = new Promise<string>((resolveLost) => (resolve = resolveLost));
  const drop = (problem: string): void => {
    resolve(`${name}: ${problem}`);
    destroyQuietly(client);
  };
  // After any error, a reply it could not read included, answers may no longer fit the commands.
  client.on('error', (error) => {
    drop(describeError(error));
  });
  return { lost, drop };
};

const createSend = (
  client: OwnedRespClient,
  stallMs: number,
  drop: (problem: string) => void,
): RespLink['send'] => {
  const guard = createStallGuard(stallMs, () => {
    drop(silence(stallMs));
  });
  return async (args, signal) => {
    guard.begin();
    const answer = await sendCommand(client, args, signal);
    guard.end(E.isLeft(answer) && answer.left.code !== 'refused' ? 'dropped' : 'answered');
    return answer;
  };
};

const silence = (durationMs: number): string => `no answer within ${String(durationMs)} ms`;

const destroyQuietly = (client: OwnedRespClient): void => {
  try {
    client.destroy();
  } catch {
    // It was closed already.
  }
};

/** Watches the commands of one connection, whose answers come in order. */
type StallGuard = Readonly<{
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
const createStallGuard = (stallMs: number, onStall: () => void): StallGuard => {
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
