import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { counted } from '../../../core/codec/counted.js';
import { parseLbConfig } from '../../../core/config/config-codec.js';
import type { Fault } from '../../../core/codec/fault.js';
import { inFile, locate, parseTextWith } from '../../../core/codec/json-text.js';
import { reportFailure } from '../input/failure.js';
import { inputName, readInputText } from '../input/read-input.js';
import { stdoutColors } from '../../terminal/colors.js';

/**
 * Prints every error and warning of an lb-config. Exit status 0 when it loads, 1 when it does
 * not, 2 when there is nothing to read.
 */
export const checkConfigFile = (file: string, { json }: { json: boolean }): Promise<void> =>
  pipe(
    readInputText(file),
    TE.match(reportFailure, (text) => {
      printReport(
        pipe(text, E.flatMap(checkText), E.match(badReport, goodReport)),
        inputName(file),
        json,
      );
    }),
  )();

/** Reads an lb-config; its warnings have places in the text, as its faults have. */
const checkText = (text: string): E.Either<readonly Fault[], readonly Fault[]> =>
  pipe(
    parseTextWith(text, (json) => parseLbConfig(json)),
    E.map(({ warnings }) => locate(text, warnings)),
  );

type Report = Readonly<{
  valid: boolean;
  errors: readonly Fault[];
  warnings: readonly Fault[];
}>;

const badReport = (errors: readonly Fault[]): Report => ({ valid: false, errors, warnings: [] });

const goodReport = (warnings: readonly Fault[]): Report => ({ valid: true, errors: [], warnings });

const printReport = (report: Report, name: string, json: boolean): void => {
  if (!report.valid) process.exitCode = 1;
  if (json) {
    console.log(JSON.stringify(report, null, 2));
    return;
  }
  const colors = stdoutColors();
  for (const one of report.errors) console.log(`${colors.red('error')}: ${inFile(name, one)}`);
  for (const one of report.warnings) {
    console.log(`${colors.yellow('warning')}: ${inFile(name, one)}`);
  }
  console.log(summary(report, name));
};

const summary = ({ valid, errors, warnings }: Report, name: string): string =>
  valid
    ? `${name} is valid (${counted(warnings.length, 'warning')}).`
    : `${name} is not valid (${counted(errors.length, 'error')}).`;
