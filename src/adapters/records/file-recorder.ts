import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { fault, type Fault } from '../../core/codec/fault.js';
import type { NumberRange } from '../../core/codec/number-range.js';
import { requireInRange } from '../../core/codec/option-ranges.js';
import { describeError } from '../node/error-text.js';
import { noOpLog } from '../telemetry/no-op.js';
import type { Log, LogEvent } from '../telemetry/port.js';
import { createDecisionRecorder, type DecisionRecorder } from './decision-recorder.js';
import { openRecordFile, RecordFile } from './record-file.js';

/** Where decisions are recorded; `path` is required. */
export type FileRecorderOptions = Readonly<{
  /** The file, which is made, for its owner only, or appended to. One process writes it. */
  path: string;
  /** Share of requests that are recorded, 0 to 1. Default 1. */
  rate?: number | undefined;
  /** Is told of losses as `decision_records_lost`. Default: nobody is. */
  log?: Log | undefined;
}>;

/**
 * Records decisions in a file that `homeward replay` reads. An existing one is read once in the
 * background, to number its lines. Throws a RangeError on a rate out of range.
 *
 * @example
 * const recorder = createFileRecorder({ path: 'records.jsonl', rate: 0.01 });
 * const engine = createEngine({ record: recorder.record });
 */
export const createFileRecorder = ({
  path,
  rate = 1,
  log = noOpLog,
}: FileRecorderOptions): DecisionRecorder => {
  requireInRange('createFileRecorder', { rate: SHARE }, { rate });
  return createDecisionRecorder({
    file: new RecordFile(path),
    rate,
    onLoss: ({ lostCount, totalCount, reason }) => {
      log.warn(RECORDS_LOST, { file: path, lost: lostCount, total: totalCount, reason });
    },
  });
};

const SHARE: NumberRange = { wholeOnly: false, min: 0, max: 1 };

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
