/** Whole files, for commands that look at one document. */
import { createReadStream, fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { shortened, type Fault } from '../../../core/codec/fault.js';
import { inFile, parseTextWith, readUtf8, type Placeable } from '../../../core/codec/json-text.js';
import { readReason } from '../../node/error-text.js';
import { failure, type Failure } from './failure.js';

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
export const unreadable = (file: string, error: Error): Failure =>
  failure(2, `cannot read ${inputName(file)}: ${readReason(error)}`);

/** The text of an input, or what is wrong with its bytes. A byte order mark is skipped. */
export const readInputText = (
  file: string,
): TE.TaskEither<Failure, E.Either<readonly Fault[], string>> =>
  pipe(
    TE.tryCatch(
      () => buffer(openInput(file)),
      (error) => unreadable(file, error as Error),
    ),
    TE.map(readUtf8),
  );

/** Reads a whole input as JSON of some shape; every fault is a message with its place. */
export const readInput = <A, F extends Placeable>(
  file: string,
  parse: (json: unknown) => E.Either<readonly F[], A>,
): TE.TaskEither<Failure, A> =>
  pipe(
    readInputText(file),
    TE.flatMapEither((text) =>
      pipe(
        text,
        E.flatMap((whole): E.Either<readonly (F | Fault)[], A> => parseTextWith(whole, parse)),
        E.mapLeft((faults) => failure(1, ...faults.map((one) => inFile(inputName(file), one)))),
      ),
    ),
  );
