import type { RecordDecision } from '../runtime/route.js';
import { type ReportLoss } from './loss-report.js';
import type { RecordFile } from './record-file.js';
export type RecorderOptions = Readonly<{
    file: Pick<RecordFile, 'nextNumber' | 'sync' | 'append' | 'close'>;
    /** Share of requests that are recorded, 0 to 1. Default 1. */
    rate?: number;
    /** What waiting decisions may hold, roughly. Default 32 MiB. */
    maxQueueBytes?: number;
    /** Is told of lines that were lost: the first at once, later ones together. Default: nobody is. */
    onLoss?: ReportLoss;
    /** Milliseconds that never go back. Default: the process's. */
    nowMs?: () => number;
}>;
/** Decisions of sampled requests so far. */
export type RecordCounts = Readonly<{
    written: number;
    lost: number;
    waiting: number;
}>;
/** Records decisions; `record` is what an engine takes. */
export type DecisionRecorder = Readonly<{
    record: RecordDecision;
    counts: () => RecordCounts;
    /** Resolves when nothing waits any more. */
    flush: () => Promise<void>;
    /** Records nothing more, writes what waits for at most 2 s, and closes the file. */
    close: () => Promise<void>;
}>;
/** Records decisions in a file of JSON lines. */
export declare const createDecisionRecorder: (options: RecorderOptions) => DecisionRecorder;
