import { type Replay } from '../../records/replay-record.js';
/** What came of the records of an input. */
export type Replays = {
    equalCount: number;
    differentCount: number;
    badCount: number;
    /** The first records that did not come out equal. */
    readonly findings: Finding[];
};
export type Finding = Readonly<{
    number: number;
    replay: Exclude<Replay, {
        kind: 'equal';
    }>;
}>;
/**
 * Decides every record of an input again and tells how many came out as recorded, and the first
 * that did not. Exit status 1 unless all are equal, 2 if the input cannot be read.
 */
export declare const replayLines: (file: string, { json }: {
    json: boolean;
}) => Promise<void>;
