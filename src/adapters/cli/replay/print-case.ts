import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { isJsonObject } from '../../../core/codec/codec.js';
import { describeGiven } from '../../../core/codec/fault.js';
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

/**
 * Prints every record of a request, in the order they were made, each as a case that stands alone.
 * Exit status 1 if there is none or one is bad, 2 if the input cannot be read.
 */
export const printRequest = async (file: string, requestId: string): Promise<void> => {
  const stream = new CaseStream(createView);
  const found: number[] = [];
  const bad: string[] = [];
  const isRead = await readLines(file, ({ number, text }) => {
    const json = pipe(text, E.flatMap(parseJsonLine));
    const read = pipe(
      json,
      E.flatMap((line) => stream.read(number, line)),
    );
    if (E.isLeft(json) || requestIdOf(json.right) !== requestId) return 'next';
    found.push(number);
    if (E.isRight(read)) console.log(JSON.stringify(encodeCaseLine(read.right)));
    else bad.push(`${inputName(file)}, line ${String(number)}: ${messageOf(read.left)}`);
    return 'next';
  });
  if (!isRead) return;
  if (found.length === 0) {
    bad.push(`${inputName(file)}: there is no record of the request ${describeGiven(requestId)}`);
  }
  if (bad.length > 0) reportFailure(failure(1, ...bad));
};

const requestIdOf = (line: unknown): unknown => {
  const request = isJsonObject(line) ? line['request'] : undefined;
  return isJsonObject(request) ? request['request_id'] : undefined;
};

const messageOf = (faults: readonly CaseFault[]): string =>
  (encodeCaseFaults(faults) as { error: { message: string } }).error.message;
