import type { StoryRun, ServedTurn, StoryEvent } from './story.js';

/** What one run came to. */
export type StoryRunSummary = Readonly<{
  run: StoryRun;
  /** The cluster of every turn. */
  clusterIds: readonly string[];
  cachedTurnCount: number;
  /** Turns that another cluster served than the one before. */
  rerouteCount: number;
  firstTurnTtftMs: number;
  laterMeanTtftMs: number;
  /** Prompt tokens that had to be computed. */
  computedTokens: number;
  /** Whether it came out as the story says. */
  isRight: boolean;
}>;

/** Sums a run up. */
export const summarizeRun = (run: StoryRun, events: readonly StoryEvent[]): StoryRunSummary => {
  const turns = events.flatMap((event) => (event.kind === 'turn' ? [event] : []));
  const served = turns.map((event) => event.served);
  const clusterIds = served.map(({ clusterId }) => clusterId);
  const later = served.slice(1);
  return {
    run,
    clusterIds,
    cachedTurnCount: served.filter(({ cachedTokens }) => cachedTokens > 0).length,
    rerouteCount: clusterIds.filter((id, at) => at > 0 && id !== clusterIds[at - 1]).length,
    firstTurnTtftMs: served[0]!.ttftMs,
    laterMeanTtftMs: sum(later, ({ ttftMs }) => ttftMs) / later.length,
    computedTokens: turns.reduce(
      (total, event) => total + event.turn.promptTokens - event.served.cachedTokens,
      0,
    ),
    isRight: isRight(run, served),
  };
};

/**
 * The first turn overflows to B. With the flag it does so at once, and the others stay there and
 * find their cache. Without, it waits first, and the others go to A, where the second is cold.
 */
const isRight = (
  { lastClusterAffinity }: StoryRun,
  [first, second, ...rest]: readonly ServedTurn[],
): boolean => {
  if (first === undefined || second === undefined) return false;
  const home = lastClusterAffinity ? 'B' : 'A';
  return (
    first.clusterId === 'B' &&
    first.waitMs > 0 !== lastClusterAffinity &&
    second.cachedTokens > 0 === lastClusterAffinity &&
    rest.every(({ cachedTokens }) => cachedTokens > 0) &&
    [second, ...rest].every(({ clusterId }) => clusterId === home)
  );
};

const sum = (turns: readonly ServedTurn[], of: (turn: ServedTurn) => number): number =>
  turns.reduce((total, turn) => total + of(turn), 0);
