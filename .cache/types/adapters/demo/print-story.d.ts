import type { Colors } from '../terminal/colors.js';
import type { ActSummary } from './act-summary.js';
import type { Act, StoryEvent } from './story.js';
/** What listens where. */
export declare const castLines: (cast: readonly (readonly [role: string, url: string])[]) => string;
/** The line above a performance. */
export declare const actTitle: ({ algorithm, lastClusterAffinity }: Act, colors: Colors) => string;
/** One line for what happened. */
export declare const eventLine: (event: StoryEvent, colors: Colors) => string;
/** The performances side by side. */
export declare const comparisonTable: (summaries: readonly ActSummary[], colors: Colors) => string;
/** A share in percent. */
export declare const percent: (share: number, decimalCount?: number) => string;
