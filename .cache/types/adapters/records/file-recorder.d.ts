import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Fault } from '../../core/codec/fault.js';
import type { Log } from '../telemetry/port.js';
import { type DecisionRecorder } from './decision-recorder.js';
/**
 * Records the decisions of a share of requests, 0 to 1, in a file, which is made or appended to.
 *
 * Losses are logged as `decision_records_lost`. An existing file is read once in the background,
 * to number its lines.
 */
export declare const createFileRecorder: (path: string, rate: number, log: Log) => DecisionRecorder;
/** Left when records cannot be appended to that file. An empty one is made where there is none. */
export declare const checkRecordFile: (path: string) => TE.TaskEither<readonly Fault[], void>;
