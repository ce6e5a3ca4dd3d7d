import { type JsonObject } from '../../core/codec/codec.js';
import { type CaseFault, type CaseStream } from '../cases/index.js';
/** What came of deciding a record again. */
export type Replay = Readonly<{
    kind: 'equal';
}> | Readonly<{
    kind: 'different';
    recorded: JsonObject;
    decided: JsonObject;
}> | Readonly<{
    kind: 'bad';
    faults: readonly CaseFault[];
}>;
/**
 * Decides the record on line `number` of a stream again and compares with its `decision`.
 *
 * Equal means that `homeward decide` prints the decision byte for byte as it was recorded; the
 * order of members counts.
 */
export declare const replayRecord: (stream: CaseStream, number: number, json: unknown) => Replay;
