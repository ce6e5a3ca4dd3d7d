import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Checked } from '../../../core/config/algorithm-codec.js';
import { type LbConfig } from '../../../core/config/config.js';
import { parseLbConfig } from '../../../core/config/config-codec.js';
import type { Fault } from '../../../core/codec/fault.js';
import { reportFailure } from '../input/failure.js';
import { inputName, readJsonInput, type JsonInputFault } from '../input/read-input.js';
import { stdoutColors } from '../../terminal/colors.js';

/**
 * Prints every error and warning of an lb-config. Exit status 0 when it loads, 1 when it does
 * not, 2 when there is nothing to read.
 */
export const checkConfigFile = (file: string, { json }: { json: boolean }): Promise<void> =>
  pipe(
    readJsonInput(file),
    TE.match(
      (fault) => {
        if (fault.kind === 'unreadable') reportFailure(fault.failure);
        else printReport(syntaxReport(fault), inputName(file), json);
      },
      (config) => {
        printReport(reportOn(parseLbConfig(config)), inputName(file), json);
      },
    ),
  )();

/** A finding, as JSON has it; one of the text itself has a line and a column. */
type Finding = Omit<Fault, 'expected' | 'given'> &
  Readonly<{ expected?: string; given?: string; line?: number; column?: number }>;

type Report = Readonly<{
  valid: boolean;
  errors: readonly Finding[];
  warnings: readonly Finding[];
}>;

const reportOn = (checked: E.Either<readonly Fault[], Checked<LbConfig>>): Report =>
  E.isLeft(checked)
    ? { valid: false, errors: checked.left, warnings: [] }
    : { valid: true, errors: [], warnings: checked.right.warnings };

const syntaxReport = ({
  message,
  line,
  column,
}: Extract<JsonInputFault, { kind: 'invalid_json' }>): Report => ({
  valid: false,
  errors: [{ code: 'invalid_json', path: '', message, line, column }],
  warnings: [],
});

const printReport = (report: Report, name: string, json: boolean): void => {
  if (!report.valid) process.exitCode = 1;
  if (json) {
    console.log(JSON.stringify(report, null, 2));
    return;
  }
  const colors = stdoutColors();
  for (const { message } of report.errors) console.log(`${colors.red('error')}: ${message}`);
  for (const { message } of report.warnings) console.log(`${colors.yellow('warning')}: ${message}`);
  console.log(summary(report, name));
};

const summary = ({ valid, errors, warnings }: Report, name: string): string =>
  valid
    ? `${name} is valid (${counted(warnings.length, 'warning')}).`
    : `${name} is not valid (${counted(errors.length, 'error')}).`;

const counted = (count: number, noun: string): string =>
  `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
