import type { JsonObject } from '../../core/codec/codec.js';
import type { TimelineEntry } from '../../core/timeline.js';
import { encodeDecision } from './encode-decision.js';

/** The JSON of a timeline; `wait_ms` of each entry counts from its own `from_ms`. */
export const encodeTimeline = (entries: readonly TimelineEntry[]): readonly JsonObject[] =>
  entries.map(({ fromMs, decision }) => ({ from_ms: fromMs, decision: encodeDecision(decision) }));
