import type { JsonObject } from '../../core/codec/codec.js';
import type { TimelineEntry } from '../../core/timeline.js';
/** The JSON of a timeline; `wait_ms` of each entry counts from its own `from_ms`. */
export declare const encodeTimeline: (entries: readonly TimelineEntry[]) => readonly JsonObject[];
