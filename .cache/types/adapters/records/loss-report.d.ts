/** Lines that were lost since this was last told. */
export type Loss = Readonly<{
    lostCount: number;
    /** Since the start. */
    totalCount: number;
    /** Why the latest of them was lost, as the end of a sentence. */
    reason: string;
}>;
export type ReportLoss = (loss: Loss) => void;
/** Counts lost lines and tells them: the first at once, then at most every ten seconds. */
export declare class LossReport {
    #private;
    readonly report: ReportLoss;
    readonly nowMs: () => number;
    constructor(report: ReportLoss, nowMs: () => number);
    get count(): number;
    add(lostCount: number, reason: string): void;
    tellWhenDue(): void;
    /** Tells what is untold now. */
    tell(): void;
}
