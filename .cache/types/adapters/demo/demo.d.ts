import type { Colors } from '../terminal/colors.js';
import { type ActSummary } from './act-summary.js';
import { type Act, type Stage } from './story.js';
import { type TraceSummary } from './trace-summary.js';
import type { TraceRow } from './trace-row.js';
/** What the demo needs from outside. */
export type DemoPorts = Readonly<{
    /** Opens the place where one performance of the story is played. */
    openStage: (act: Act) => Promise<Stage>;
    trace: readonly TraceRow[];
    /** Takes the narration, line by line, as it happens. */
    print: (text: string) => void;
    colors: Colors;
}>;
/** What the demo came to. */
export type DemoResult = Readonly<{
    /** Whether every performance came out as the story says. */
    isRight: boolean;
    acts: readonly ActSummary[];
    replays: readonly TraceSummary[];
}>;
/** Plays the story with each algorithm, flag off and on; then replays the trace the same way. */
export declare const runDemo: (ports: DemoPorts) => Promise<DemoResult>;
