import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { counted } from '../../../core/codec/counted.js';
import { inFile, locate, parseTextWith, type Placeable } from '../../../core/codec/json-text.js';
import { stdoutColors } from '../../terminal/colors.js';
import { reportFailure } from '../input/failure.js';
import { inputName, readInputText } from '../input/read-input.js';
import { checkTogether, type NamedContent } from './check-together.js';
import { parseAnyFile, type FileContent, type FileKind } from './file-kinds.js';

/** What was found in one file. */
type FileReport = {
  readonly file: string;
  /** Null where that cannot be told. */
  readonly kind: FileKind | null;
  readonly errors: readonly Placeable[];
  readonly warnings: readonly Placeable[];
};

type ReadFile = Readonly<{ text: string; content?: FileContent; report: FileReport }>;

/**
 * Tells fleet, model and routing files apart, checks each, and all together.
 *
 * Exit status 0 when all load, 1 when one does not, 2 when one cannot be read.
 */
export const checkFiles = async (
  files: readonly string[],
  { json }: { json: boolean },
): Promise<void> => {
  const read: ReadFile[] = [];
  for (const file of files) {
    const text = await readInputText(file)();
    if (E.isLeft(text)) {
      reportFailure(text.left);
      return;
    }
    read.push(
      pipe(
        text.right,
        E.match(
          (errors) => unread(file, errors),
          (whole) => readFile(file, whole),
        ),
      ),
    );
  }
  const reports = withCrossFindings(read);
  if (reports.some(({ errors }) => errors.length > 0)) process.exitCode = 1;
  if (json) console.log(JSON.stringify({ files: reports }, null, 2));
  else for (const report of reports) printReport(report);
};

const unread = (file: string, errors: readonly Placeable[]): ReadFile => ({
  text: '',
  report: { file: inputName(file), kind: null, errors, warnings: [] },
});

const readFile = (file: string, text: string): ReadFile => {
  const parsed = parseTextWith(text, parseAnyFile);
  if (E.isLeft(parsed)) return unread(file, parsed.left);
  const { config: content, warnings } = parsed.right;
  const { kind } = content;
  const report = { file: inputName(file), kind, errors: [], warnings: locate(text, warnings) };
  return { text, content, report };
};

const withCrossFindings = (read: readonly ReadFile[]): readonly FileReport[] => {
  const contents = read.flatMap(({ report: { file }, content }): readonly NamedContent[] =>
    content === undefined ? [] : [{ file, content }],
  );
  const findings = checkTogether(contents);
  return read.map(({ text, report }) => {
    const own = (wanted: 'error' | 'warning') =>
      locate(
        text,
        findings
          .filter(({ file, severity }) => file === report.file && severity === wanted)
          .map(({ path, message }) => ({ path, message })),
      );
    return {
      ...report,
      errors: [...report.errors, ...own('error')],
      warnings: [...report.warnings, ...own('warning')],
    };
  });
};

const printReport = ({ file, kind, errors, warnings }: FileReport): void => {
  const colors = stdoutColors();
  for (const one of errors) console.log(`${colors.red('error')}: ${inFile(file, one)}`);
  for (const one of warnings) console.log(`${colors.yellow('warning')}: ${inFile(file, one)}`);
  const name = kind === null ? file : `${file} (${kind})`;
  console.log(
    errors.length === 0
      ? `${name} is valid (${counted(warnings.length, 'warning')}).`
      : `${name} is not valid (${counted(errors.length, 'error')}).`,
  );
};
