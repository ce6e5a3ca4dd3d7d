import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { parseJsonLine } from '../../../core/codec/json-text.js';
import {
  CaseStream,
  encodeCaseFaults,
  encodeCaseLine,
  type CaseFault,
  type CaseLine,
} from '../../cases/index.js';
import { createView } from '../../platform/node.js';
import { failure, reportFailure } from '../input/failure.js';
import { inputName } from '../input/read-input.js';
import { readLines } from './read-lines.js';

/**
 * Prints the record on one line of an input as a case that stands alone, its snapshot in place.
 * Exit status 1 if the line is bad or not there, 2 if the input cannot be read.
 */
export const printCaseOf = async (file: string, number: number): Promise<void> => {
  const stream = new CaseStream(createView);
  let wanted: E.Either<readonly CaseFault[], CaseLine> | undefined;
  const isRead = await readLines(file, (line) => {
    // Earlier lines are read for the snapshots they carry.
    const read = pipe(
      line.text,
      E.flatMap((text) => parseJsonLine(text)),
      E.flatMap((json) => stream.read(line.number, json)),
    );
    if (line.number < number) return 'next';
    wanted = read;
    return 'enough';
  });
  if (!isRead) return;
  const place = `${inputName(file)}, line ${String(number)}`;
  if (wanted === undefined) reportFailure(failure(1, `${place}: there is no such line`));
  else if (E.isLeft(wanted)) reportFailure(failure(1, `${place}: ${messageOf(wanted.left)}`));
  else console.log(JSON.stringify(encodeCaseLine(wanted.right)));
};

const messageOf = (faults: readonly CaseFault[]): string =>
  (encodeCaseFaults(faults) as { error: { message: string } }).error.message;
