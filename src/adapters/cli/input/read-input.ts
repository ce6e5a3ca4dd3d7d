/** Whole files, for commands that look at one document. */
import { createReadStream, fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { shortened } from '../../../core/codec/fault.js';
import { failure, type Failure } from './failure.js';
import { findSyntaxFault, type SyntaxFault } from '../../../core/codec/json-syntax.js';

/** The bytes of a file; "-" is standard input. */
export const openInput = (file: string): Readable =>
  file === '-' ? openStandardInput() : createReadStream(file);

/** Node takes a directory as standard input for an empty one; reading it tells better. */
const openStandardInput = (): Readable =>
  fstatSync(0).isDirectory() ? createReadStream('', { fd: 0 }) : process.stdin;

/** How messages name an input. */
export const inputName = (file: string): string =>
  file === '-' ? 'standard input' : shortened(file, 200);

/** The failure of a file that cannot be read, exit status 2. */
export const unreadable = (file: string, error: NodeJS.ErrnoException): Failure =>
  failure(2, `cannot read ${inputName(file)}: ${REASONS[error.code ?? ''] ?? error.message}`);

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
};

/** Text that is no JSON, and where; or an input that cannot be read at all. */
export type JsonInputFault =
  | Readonly<{ kind: 'unreadable'; failure: Failure }>
  | Readonly<{ kind: 'invalid_json'; message: string; line: number; column: number }>;

/** Reads a whole input as JSON. A byte order mark is skipped. */
export const readJsonInput = (file: string): TE.TaskEither<JsonInputFault, unknown> =>
  pipe(
    TE.tryCatch(
      () => buffer(openInput(file)),
      (error): JsonInputFault => ({
        kind: 'unreadable',
        failure: unreadable(file, error as NodeJS.ErrnoException),
      }),
    ),
    TE.flatMapEither((bytes) => parseJsonBytes(file, bytes)),
  );

/** The same, any fault being a failure. */
export const readJson = (file: string): TE.TaskEither<Failure, unknown> =>
  pipe(
    readJsonInput(file),
    TE.mapLeft((fault) =>
      fault.kind === 'unreadable' ? fault.failure : failure(1, fault.message),
    ),
  );

const parseJsonBytes = (file: string, bytes: Uint8Array): E.Either<JsonInputFault, unknown> => {
  const name = inputName(file);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const fault = findSyntaxFault(text);
    return fault === undefined ? E.right(JSON.parse(text)) : E.left(invalidJson(name, fault));
  } catch {
    const message = `${name}: expected UTF-8 text, given other bytes`;
    return E.left({ kind: 'invalid_json', message, line: 1, column: 1 });
  }
};

const invalidJson = (name: string, fault: SyntaxFault): JsonInputFault => {
  const { line, column, expected, found } = fault;
  const place = `${name}, line ${String(line)}, column ${String(column)}`;
  const message = `${place}: expected ${expected}, found ${found}`;
  return { kind: 'invalid_json', message, line, column };
};
