import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { fault, type Fault } from '../../core/fault.js';
import { describeError } from '../stores/port.js';
import type { Log, LogEvent } from '../telemetry/port.js';
import { createDecisionRecorder, type DecisionRecorder } from './decision-recorder.js';
import { RecordFile } from './record-file.js';

/**
 * Opens a file of records, which is made or appended to, and records in it.
 *
 * Left when the file cannot be opened. Cost: an existing file is read once, to number its lines.
 */
export const openRecorder = (
  about: Readonly<{
    path: string;
    /** Share of requests that are recorded, 0 to 1. */
    rate: number;
    /** Losses are told as `decision_records_lost`. */
    log: Log;
  }>,
): TE.TaskEither<readonly Fault[], DecisionRecorder> => {
  const { path, rate, log } = about;
  const file = new RecordFile(path);
  return pipe(
    TE.tryCatch(
      () => file.sync(),
      (error) => [unusable(path, error)],
    ),
    TE.map(() =>
      createDecisionRecorder({
        file,
        rate,
        onLoss: ({ lostCount, totalCount, reason }) => {
          log.warn(RECORDS_LOST, { path, lost: lostCount, total: totalCount, reason });
        },
      }),
    ),
  );
};

const RECORDS_LOST = 'decision_records_lost' as LogEvent;

const unusable = (path: string, error: unknown): Fault =>
  fault({
    code: 'invalid_value',
    path: '',
    about: `file ${path}`,
    expected: 'a file that records can be appended to',
    given: describeError(error),
  });
