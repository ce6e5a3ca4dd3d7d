import type { TimelineEntry } from '../../../core/timeline.js';
import type { Case } from '../../cases/index.js';
import type { Colors } from '../../terminal/colors.js';
/** A timeline for people: the case, a row per decision, and what it comes to. */
export declare const timelineText: (given: Case, entries: readonly TimelineEntry[], colors: Colors) => string;
