import type { Colors } from '../terminal/colors.js';
import type { TraceSummary } from './trace-summary.js';
/** Where the sessions of the trace went, replay by replay. */
export declare const traceTable: (summaries: readonly TraceSummary[], colors: Colors) => string;
