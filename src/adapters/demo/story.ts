/**
 * The story of the demo: how a session loses its KV cache, and how it keeps it.
 *
 * Cluster A is first in a session's affinity order, and full. The first turn overflows to B,
 * which builds the session's cache. Then A has room again, and ten more turns come. Without
 * `last_cluster_affinity` they go back to A, which has to start cold; with it they stay at B.
 *
 * How a turn is served is the fleet's business; the story is the same on any.
 */
import type { SessionState } from '../../core/request.js';

/** The algorithms the story is played with. */
export const STORY_ALGORITHMS = ['wait-and-widen', 'pulsar-wait-and-widen'] as const;

/** How long a turn is held for the first cluster of its order, ms. */
export const AFFINITY_WAIT_MS = 300;

/** Share of the prompt that first cluster is expected to compute. */
export const INPUT_TOKENS_SCALE = 0.1;

/** One run of the story. */
export type StoryRun = Readonly<{
  algorithm: (typeof STORY_ALGORITHMS)[number];
  lastClusterAffinity: boolean;
}>;

/** All runs: each algorithm without the flag and with it. */
export const STORY_RUNS: readonly StoryRun[] = STORY_ALGORITHMS.flatMap((algorithm) =>
  [false, true].map((lastClusterAffinity) => ({ algorithm, lastClusterAffinity })),
);

/** A turn of the session; turns are numbered from 1. */
export type Turn = Readonly<{ number: number; promptTokens: number }>;

/** How a turn was served. */
export type ServedTurn = Readonly<{
  clusterId: string;
  /** Its rank in the affinity order the request went by, from 1. */
  rankDepth: number;
  /** null when the request was not classified. */
  sessionState: SessionState | null;
  promoted: boolean;
  /** Time the request was held before it was sent. */
  waitMs: number;
  /** Prompt tokens the cluster had in its cache. */
  cachedTokens: number;
  /** From arrival to the first token, the wait included. */
  ttftMs: number;
}>;

/** Where the story is played. The session's affinity order there begins with A, then B. */
export type StoryFleet = Readonly<{
  /** Takes every slot of a cluster. */
  fill: (clusterId: string) => Promise<void>;
  /** Frees them again. */
  drain: (clusterId: string) => Promise<void>;
  serveTurn: (turn: Turn) => Promise<ServedTurn>;
  close: () => Promise<void>;
}>;

/** What happens, as it happens. */
export type StoryEvent =
  | Readonly<{ kind: 'filled' | 'drained'; clusterId: string }>
  | Readonly<{ kind: 'turn'; turn: Turn; served: ServedTurn }>;

/** Turns after the first one. */
export const LATER_TURN_COUNT = 10;

/** Plays the story once. */
export async function* playStory(fleet: StoryFleet): AsyncGenerator<StoryEvent> {
  await fleet.fill('A');
  yield { kind: 'filled', clusterId: 'A' };
  yield await playTurn(fleet, 1);
  await fleet.drain('A');
  yield { kind: 'drained', clusterId: 'A' };
  for (let number = 2; number <= 1 + LATER_TURN_COUNT; number++) {
    yield await playTurn(fleet, number);
  }
}

/** Length of the prompt of a turn, the history included. */
export const promptTokensOf = (number: number): number =>
  FIRST_PROMPT_TOKENS + (number - 1) * TOKENS_PER_TURN;

const playTurn = async (fleet: StoryFleet, number: number): Promise<StoryEvent> => {
  const turn = { number, promptTokens: promptTokensOf(number) };
  return { kind: 'turn', turn, served: await fleet.serveTurn(turn) };
};

const FIRST_PROMPT_TOKENS = 6000;
/** An answer and the next question. */
const TOKENS_PER_TURN = 500;
