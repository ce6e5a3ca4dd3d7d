import type { Act, ServedTurn, StoryEvent } from './story.js';

/** What one performance came to. */
export type ActSummary = Readonly<{
  act: Act;
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

/** Sums a performance up. */
export const summarizeAct = (act: Act, events: readonly StoryEvent[]): ActSummary => {
  const turns = events.flatMap((event) => (event.kind === 'turn' ? [event] : []));
  const served = turns.map((event) => event.served);
  const clusterIds = served.map(({ clusterId }) => clusterId);
  const later = served.slice(1);
  return {
    act,
    clusterIds,
    cachedTurnCount: served.filter(({ cachedTokens }) => cachedTokens > 0).length,
    rerouteCount: clusterIds.filter((id, at) => at > 0 && id !== clusterIds[at - 1]).length,
    firstTurnTtftMs: served[0]!.ttftMs,
    laterMeanTtftMs: sum(later, ({ ttftMs }) => ttftMs) / later.length,
    computedTokens: turns.reduce(
      (total, event) => total + event.turn.promptTokens - event.served.cachedTokens,
      0,
    ),
    isRight: isRight(act, clusterIds),
  };
};

/** The first turn overflows to B; the others stay there with the flag, and go to A without. */
const isRight = ({ lastClusterAffinity }: Act, [first, ...later]: readonly string[]): boolean => {
  const home = lastClusterAffinity ? 'B' : 'A';
  return first === 'B' && later.length > 0 && later.every((id) => id === home);
};

const sum = (turns: readonly ServedTurn[], of: (turn: ServedTurn) => number): number =>
  turns.reduce((total, turn) => total + of(turn), 0);
