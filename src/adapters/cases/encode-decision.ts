import type { JsonObject } from '../../core/codec/codec.js';
import type { Decision, SessionOutcome } from '../../core/decision.js';
import type { TimelineEntry } from '../../core/timeline.js';

/**
 * The JSON of a decision, as `homeward decide` prints it and records keep it.
 *
 * `order` is the original affinity order; absent where there is none.
 */
export const encodeDecision = (decision: Decision, order?: readonly string[]): JsonObject => {
  const { kind } = decision;
  switch (kind) {
    case 'selected':
      return {
        kind,
        cluster_id: decision.clusterId,
        rank_depth: decision.rankDepth,
        phase: decision.phase,
        ...encodeSession(decision),
        skipped_for_kv_free_tokens: decision.skippedForKvFreeTokens,
        ...(order && { order }),
        ...(decision.nextCursor !== undefined && { next_cursor: decision.nextCursor }),
      };
    case 'wait':
      return {
        kind,
        wait_ms: decision.delayMs,
        until_ms: decision.untilMs,
        ...encodeSession(decision),
        ...(order && { order }),
      };
    case 'unavailable':
      return {
        kind,
        reason: decision.reason,
        ...encodeSession(decision),
        ...(order && { order }),
      };
    case 'rejected':
      return { kind, code: decision.code };
  }
};

const encodeSession = ({ sessionState, promoted }: SessionOutcome): JsonObject => ({
  session_state: sessionState,
  promoted,
});

/** The JSON of a timeline; `wait_ms` of each entry counts from its own `from_ms`. */
export const encodeTimeline = (entries: readonly TimelineEntry[]): readonly JsonObject[] =>
  entries.map(({ fromMs, decision }) => ({ from_ms: fromMs, decision: encodeDecision(decision) }));
