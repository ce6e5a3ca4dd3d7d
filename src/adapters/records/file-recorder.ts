import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { fault, type Fault } from '../../core/codec/fault.js';
import { describeError } from '../node/error-text.js';
import type { Log, LogEvent } from '../telemetry/port.js';
import { createDecisionRecorder, type DecisionRecorder } from './decision-recorder.js';
import { openRecordFile, RecordFile } from './record-file.js';

/**
 * Records the decisions of a share of requests, 0 to 1, in a file, which is made or appended to.
 *
 * Losses are logged as `decision_records_lost`. An existing file is read once in the background,
 * to number its lines.
 */
export const createFileRecorder = (path: string, rate: number, log: Log): DecisionRecorder =>
  createDecisionRecorder({
    file: new RecordFile(path),
    rate,
    onLoss: ({ lostCount, totalCount, reason }) => {
      log.warn(RECORDS_LOST, { file: path, lost: lostCount, total: totalCount, reason });
    },
  });

const RECORDS_LOST: LogEvent = 'decision_records_lost';

/** Left when records cannot be appended to that file. An empty one is made where there is none. */
export const checkRecordFile = (path: string): TE.TaskEither<readonly Fault[], void> =>
  pipe(
    TE.tryCatch(
      () => openRecordFile(path),
      (error) => [unusable(path, error)],
    ),
    TE.flatMapTask(
      ({ handle }) =>
        () =>
          handle.close(),
    ),
  );

const unusable = (path: string, error: unknown): Fault =>
  fault({
    code: 'invalid_value',
    path: '',
    about: `file ${path}`,
    expected: 'a file that records can be appended to',
    given: describeError(error),
  });
